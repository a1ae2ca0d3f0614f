// The undo button of all places.
import { lastStep } from "../views/last_step.js";
import { takenBackWith } from "../views/undoing.js";

// A step that the browser understands is undone here, with the page that follows; others are left to the server.
const UNDONE_HERE = ["laid_down", "took_back", "melded", "went_out", "hand_counted", "adjusted", "round_scored"];

export function undoing({ game, tap, say, draw, go, isAt }) {
  const isUndoneHere = ({ target }) => target.id === "undo" && UNDONE_HERE.includes(game.state.last?.[1].kind);

  // The step named on the button, not a later one.
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

  // The page after it: the hand whose count was undone, or the table.
  const whereToDoItAgain = ({ kind, seat }) =>
    kind === "hand_counted" && game.state.open?.over ? `count/${seat}` : "";

  return { step: (event) => (isUndoneHere(event) ? () => undo(event.target) : null) };
}
