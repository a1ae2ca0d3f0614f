// Undo, wherever it stands.
import { lastStep } from "../views/round.js";
import { takenBackWith } from "../views/undoing.js";

// What the browser itself can tell is taken back, and where one is then; of other steps the server says what follows.
const UNDONE_HERE = ["laid_down", "took_back", "went_out", "hand_counted", "adjusted", "round_scored"];

export function undoing({ game, tap, say, draw }) {
  const isUndoneHere = ({ target }) => target.id === "undo" && UNDONE_HERE.includes(game.state.last?.[1].kind);
  const wasCounted = () => game.state.open?.over && game.state.last?.[1].kind === "hand_counted";

  // The step that the button names, and none that came since.
  function undo(form) {
    if (Number(form.elements.undo.value) !== game.state.last[0]) {
      say("changed", {});
      return draw(true);
    }
    say("taken_back", lastStep(game.state));
    const numbers = takenBackWith(game.fold, (number) => game.others.has(number));
    return tap(numbers.map((sequence) => ({ kind: "entry_undone", sequence })), null);
  }

  return { step: (event) => (isUndoneHere(event) && !wasCounted() ? () => undo(event.target) : null) };
}
