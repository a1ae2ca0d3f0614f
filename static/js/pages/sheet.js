import "./escape.js";

// The print button. On the sheet its dock is redrawn during the game.
document.getElementById("print")?.removeAttribute("hidden");
document.addEventListener(
  "click",
  ({ target }) => /** @type {Element} */ (target).closest("#print") && window.print(),
);

// Folded sections of a rules card: a link to one opens it, and paper has all.
function unfold() {
  const target = location.hash && document.querySelector(location.hash);
  if (target instanceof HTMLDetailsElement) target.open = true;
}

addEventListener("hashchange", unfold);
addEventListener("beforeprint", () => {
  for (const section of document.querySelectorAll("details")) section.open = true;
});
unfold();
