// Enter walks on to the next name. After the last one nobody is dealt anything yet: the keyboard goes, and the page is in sight.
import "./again.js";
import { install, keepCatalogue } from "./installing.js";

const names = [...document.querySelectorAll(".name")];

for (const [n, field] of names.entries()) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    if (names[n + 1]) names[n + 1].focus();
    else field.blur();
  });
}

install();
keepCatalogue();
