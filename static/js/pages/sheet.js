import "./escape.js";

// The print button. On the sheet its dock is redrawn during the game.
document.getElementById("print")?.removeAttribute("hidden");
document.addEventListener(
  "click",
  ({ target }) => /** @type {Element} */ (target).closest("#print") && window.print(),
);
