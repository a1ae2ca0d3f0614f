// The players of a game. What was typed about the game is saved by the main button, which otherwise leads away from it.
import "./again.js";

const find = (/** @type {string} */ id) => document.getElementById(id);

find("describe")?.addEventListener("input", () => {
  find("save-typed")?.removeAttribute("hidden");
  find("onward")?.setAttribute("hidden", "");
});
