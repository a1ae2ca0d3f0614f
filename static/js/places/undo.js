// The undo button of all places.
import { isOfARound } from "../sync/rebase.js";
import { lastStep } from "../views/open_round.js";
import { takenBackWith } from "../views/undoing.js";

/** @param {PlacePage} page */
export function undoing({ game, tap, say, draw, go, isAt }) {
  // A step of a round is undone here, with the page that follows; others are left to the server.
  /** @param {FormSubmit} event */
  const isUndoneHere = ({ target }) => target.id === "undo" && game.state.last && isOfARound(game.state.last[1]);

  // The step named on the button, not a later one.
  /** @param {HTMLFormElement} form */
  function undo(form) {
    const [number, entry] = /** @type {Numbered} */ (game.state.last);
    const fields = /** @type {WithFields<{ undo: HTMLInputElement, back?: HTMLInputElement }>} */ (form).elements;
    if (Number(fields.undo.value) !== number) {
      say("changed", {});
      return draw(true);
    }
    /** @type {Words} */ const words = ["taken_back", /** @type {object} */ (lastStep(game.state))];
    say(...words);
    const undos = takenBackWith(game.fold, game.isOther).map((sequence) => ({ kind: "entry_undone", sequence }));
    const isDone = tap(undos, null);
    const path = pageItCameFrom(fields.back?.value ?? "") ?? whereToDoItAgain(entry);
    return isDone && !isAt(path) && go(path, ...words);
  }

  // A player's own page, or the sheet.
  /** @param {string} back */
  const pageItCameFrom = (back) => (/^\d+$/.test(back) ? `seat/${back}` : back === "sheet" ? "sheet" : null);

  // The page after it: the hand whose count was undone, or the table.
  /** @param {Entry} entry */
  const whereToDoItAgain = ({ kind, seat }) =>
    kind === "hand_counted" && game.state.open?.over ? `count/${seat}` : "";

  return { step: (/** @type {FormSubmit} */ event) => (isUndoneHere(event) ? () => undo(event.target) : null) };
}
