import "./escape.js";

// The print button. On the sheet its dock is redrawn during the game.
document.getElementById("print")?.removeAttribute("hidden");
document.addEventListener(
  "click",
  ({ target }) => /** @type {Element} */ (target).closest("#print") && window.print(),
);

// Folded sections of a rules card: a link to one opens it, and paper has all; afterwards they are folded again.
/** @type {NodeListOf<HTMLDetailsElement> | []} */ let folded = [];

// The contents close with a tap on a link in them, or elsewhere.
const contents = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".contents"));
if (contents)
  document.addEventListener("click", ({ target }) => {
    if (!(/** @type {Element} */ (target).closest(".contents summary"))) contents.open = false;
  });

function unfoldLinked() {
  const section = document.getElementById(location.hash.slice(1));
  if (section instanceof HTMLDetailsElement) section.open = true;
}
addEventListener("hashchange", unfoldLinked);
addEventListener("beforeprint", () => {
  folded = document.querySelectorAll(".rules-page details.card:not([open])");
  for (const section of folded) section.open = true;
});
function fold() {
  for (const section of folded) section.open = false;
}
// Some phones lay out the paper only after this event, so the next tap folds them.
addEventListener("afterprint", () => addEventListener("pointerdown", fold, { once: true }));
unfoldLinked();
