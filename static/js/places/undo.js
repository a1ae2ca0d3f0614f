// Undo, wherever it stands.
import { lastStep } from "../views/last_step.js";
import { takenBackWith } from "../views/undoing.js";

// What the browser itself can tell is taken back, and where one is then; of other steps the server says what follows.
const UNDONE_HERE = ["laid_down", "took_back", "went_out", "hand_counted", "adjusted", "round_scored"];

export function undoing({ game, tap, say, draw, go, isAt }) {
  const isUndoneHere = ({ target }) => target.id === "undo" && UNDONE_HERE.includes(game.state.last?.[1].kind);

  // The step that the button names, and none that came since.
  function undo(form) {
    if (Number(form.elements.undo.value) !== game.state.last[0]) {
      say("changed", {});
      return draw(true);
    }
    const [, entry] = game.state.last;
    const words = ["taken_back", lastStep(game.state)];
    say(...words);
    const numbers = takenBackWith(game.fold, (number) => game.others.has(number));
    const isDone = tap(
      numbers.map((sequence) => ({ kind: "entry_undone", sequence })),
      null,
    );
    const path = whereToDoItAgain(entry);
    return isDone && !isAt(path) && go(path, ...words);
  }

  // The hand whose count was undone, or the table.
  const whereToDoItAgain = ({ kind, seat }) =>
    kind === "hand_counted" && game.state.open?.over ? `count/${seat}` : "";

  return { step: (event) => (isUndoneHere(event) ? () => undo(event.target) : null) };
}
