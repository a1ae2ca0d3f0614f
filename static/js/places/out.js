// The question who went out.
import { outView } from "../views/table.js";
import { endOf, isEnd, marking, wentOut } from "./table.js";

/** @param {PlacePage} page @returns {Place} */
export function outPlace(page) {
  const { game } = page;

  /** @param {HTMLFormElement} form @param {HTMLButtonElement} button */
  function end(form, button) {
    const { rummy } = /** @type {WithFields<{ rummy?: HTMLInputElement }>} */ (form).elements;
    wentOut(page, endOf(button, rummy?.checked));
  }

  // The others play on after a wrong declaration.
  /** @param {HTMLButtonElement | null} button */
  function wrong(button) {
    const mark = marking(page, button);
    return (
      mark &&
      (() => {
        mark();
        page.go("");
      })
    );
  }

  return {
    name: "out",
    address: /^out(?:\/(\d+))?$/,
    model: (chosen) => outView(game.fold, chosen),
    step: ({ target, submitter }) => (isEnd(submitter) ? () => end(target, submitter) : wrong(submitter)),
    mayGo: () => Boolean(game.mayScore && game.state.open),
  };
}
