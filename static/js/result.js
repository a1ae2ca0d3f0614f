// Send the result where the phone has a way to, copy it otherwise, also on plain http.
import { canSend, send } from "./send_result.js";

const field = document.getElementById("text");
const copying = document.getElementById("copy");
const sending = document.getElementById("send");

document.getElementById("instead").remove();
copying.hidden = false;
copying.classList.toggle("ghost", canSend); // alone it is the one thing to do
sending.hidden = !canSend;
sending.addEventListener("click", () => send({ ...sending.dataset, text: field.value }));
copying.addEventListener("click", copy);

async function copy() {
  field.focus();
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value).catch(() => {});
  else document.execCommand("copy"); // navigator.clipboard needs HTTPS
  copying.textContent = copying.dataset.copied;
}
