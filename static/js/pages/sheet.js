import "./escape.js";

// The print button. On the sheet its dock is redrawn during the game.
document.getElementById("print")?.removeAttribute("hidden");
document.addEventListener(
  "click",
  ({ target }) => /** @type {Element} */ (target).closest("#print") && window.print(),
);

// Folded sections of a rules card: a link to one opens it, and paper has all.
/** @param {Element | null} section */
function unfold(section) {
  if (section instanceof HTMLDetailsElement) section.open = true;
}

const unfoldLinked = () => unfold(document.getElementById(location.hash.slice(1)));
addEventListener("hashchange", unfoldLinked);
addEventListener("beforeprint", () => document.querySelectorAll(".rules-page .card").forEach(unfold));
unfoldLinked();
