// What is asked or told about a hand that cannot be kept as it stands.

// Over the row of numbers, which a blank hand has no use for: no key moves.
export function showRefusal(words) {
  for (const told of document.querySelectorAll("main .trouble")) told.remove();
  const row = [...document.querySelectorAll("#hand .times")].find((one) => one.checkVisibility());
  (row ?? document.getElementById("hand")).before(...words);
  document.querySelector("main .trouble")?.focus();
}

// It goes with what was wrong; its place stays, so that nothing moves up.
export function forgetErrors(form) {
  for (const error of document.querySelectorAll("main .trouble, #hand .error")) error.classList.add("settled");
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby"); // what is hidden would still be read out
  }
}

const THEIRS_FOR = 4000; // ms
const said = (words, kind = "") =>
  Object.assign(document.createElement("p"), { className: `said ${kind}`, textContent: words });

export const takenBack = (form) => said(form.dataset.takenBack);

// It stands while somebody goes on tapping: what they tap comes on top of what they had not seen.
export function tellTheirs(form) {
  const told = said(form.dataset.theirs, "theirs");
  document.getElementById("said").replaceChildren(told);
  setTimeout(() => told.remove(), THEIRS_FOR);
}
