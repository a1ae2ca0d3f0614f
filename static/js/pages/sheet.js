import "./escape.js";

// A button for what every browser can do anyway. On the sheet the dock with it is drawn anew as the game goes on.
document.getElementById("print")?.removeAttribute("hidden");
document.addEventListener("click", ({ target }) => target.closest("#print") && window.print());
