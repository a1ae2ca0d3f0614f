// The players of a game. The main button saves what was typed about it; otherwise it leads to the table.
import "./again.js";

const form = document.getElementById("describe");

form?.addEventListener(
  "input",
  () => {
    const save = /** @type {HTMLButtonElement} */ (form.querySelector("button")?.cloneNode(true));
    save.className = "btn";
    save.setAttribute("form", form.id);
    document.getElementById("onward")?.replaceWith(save);
  },
  { once: true },
);
