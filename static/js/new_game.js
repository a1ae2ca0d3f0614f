// Enter walks on to the next name; on the last one it deals.
import "./again.js";

const names = [...document.querySelectorAll(".name")];

for (const [n, field] of names.entries()) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !field.value.trim() || !names[n + 1]) return;
    event.preventDefault();
    names[n + 1].focus();
  });
}
