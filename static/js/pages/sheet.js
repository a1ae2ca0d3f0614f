import "./escape.js";

// A button for printing. On the sheet the dock with it is redrawn as the game goes on.
document.getElementById("print")?.removeAttribute("hidden");
document.addEventListener("click", ({ target }) => target.closest("#print") && window.print());
