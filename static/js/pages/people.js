// The players of a game. The main button saves what was typed about it; otherwise it leads to the table.
import "./again.js";

const find = (/** @type {string} */ id) => document.getElementById(id);

find("describe")?.addEventListener("input", () => {
  find("save-typed")?.removeAttribute("hidden");
  find("onward")?.setAttribute("hidden", "");
});
