// The players of a game. The main button saves what was typed about it; otherwise it leads to the table.
import "./again.js";

const form = document.getElementById("describe");

form?.addEventListener(
  "input",
  () => {
    const save = /** @type {HTMLButtonElement} */ (form.querySelector("button")?.cloneNode(true));
    const onward = document.getElementById("onward");
    save.className = onward?.className ?? "";
    save.setAttribute("form", form.id);
    onward?.replaceWith(save);
  },
  { once: true },
);
