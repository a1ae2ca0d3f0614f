// Questions and errors about a hand that cannot be stored yet.

// In the place of the row of multipliers, which a blank hand does not need, so no key moves.
/** @param {Node[]} words */
export function showRefusal(words) {
  for (const told of document.querySelectorAll("main .trouble")) told.remove();
  const row = [...document.querySelectorAll("#hand .times")].find((one) => one.checkVisibility());
  (row ?? document.getElementById("hand"))?.before(...words);
  document.querySelector("main .trouble")?.focus();
}

// Remove the message with its cause; its place remains, so that nothing moves.
/** @param {HTMLElement} form */
export function forgetErrors(form) {
  for (const error of document.querySelectorAll("main .trouble, #hand .error")) error.classList.add("settled");
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby"); // else a screen reader would still read it
  }
}

const THEIRS_FOR = 4000; // ms
/** @param {string} words */
const said = (words, kind = "") =>
  Object.assign(document.createElement("p"), { className: `said ${kind}`, textContent: words });

/** @param {HandForm} form */
export const takenBack = (form) => said(form.dataset.takenBack);

// It stays while the user keeps tapping, because they have not seen the count that they add to.
/** @param {HandForm} form */
export function tellTheirs(form) {
  const told = said(form.dataset.theirs, "theirs");
  document.getElementById("said")?.replaceChildren(told);
  setTimeout(() => told.remove(), THEIRS_FOR);
}
