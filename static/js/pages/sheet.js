import "./escape.js";

// The print button. On the sheet its dock is redrawn during the game.
document.getElementById("print")?.removeAttribute("hidden");
document.addEventListener("click", ({ target }) => target.closest("#print") && window.print());
