// The file of an own game: a chosen file opens at once, and the line that is wrong is selected on a tap.
import "./again.js";

const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
const file = /** @type {HTMLInputElement} */ (document.getElementById("file"));
const link = document.getElementById("to-line");

file.addEventListener("change", () => {
  if (file.files?.length) file.form?.requestSubmit(file.form.querySelector("[value=open]"));
});

link?.addEventListener("click", (event) => {
  event.preventDefault();
  select(Number(link.dataset.line));
});

/** @param {number} line counted from 1 */
function select(line) {
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  text.blur(); // browsers scroll to the cursor when the field gets the focus, and to no selection
  text.setSelectionRange(start, start);
  text.focus();
  text.setSelectionRange(start, start + lines[line - 1].length);
}
