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

  return {
    name: "out",
    address: /^out(?:\/(\d+))?$/,
    model: (chosen) => outView(game.fold, chosen),
    step({ target, submitter }) {
      if (isEnd(submitter)) return () => end(target, submitter);
      const mark = marking(page, submitter); // a wrong declaration, after which the others play on
      const tapped = () => {
        mark?.();
        page.go("");
      };
      return mark && tapped;
    },
    mayGo: () => Boolean(game.mayScore && game.state.open),
  };
}
