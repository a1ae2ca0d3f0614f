import { canSend } from "./sending.js";

// Copies what this field has, also over plain http. Resolves to false if the browser refuses.
/** @param {HTMLInputElement | HTMLTextAreaElement} field */
export async function copyFrom(field) {
  const write = async () => navigator.clipboard.writeText(field.value); // requires HTTPS
  field.focus();
  field.select();
  return write().then(
    () => true,
    () => document.execCommand("copy"),
  );
}

// The buttons to copy this field and to share it, of a page that works without: where nothing can be shared, to copy
// is the main action. Returns the function that copies, also over plain http.
/** @param {HTMLInputElement | HTMLTextAreaElement} field @param {() => unknown} share */
export function offerToSend(field, share) {
  const copying = /** @type {WithData<"copied" | "marked">} */ (document.getElementById("copy"));
  const sending = /** @type {HTMLElement} */ (document.getElementById("send"));

  async function copy() {
    const isCopied = await copyFrom(field);
    copying.textContent = isCopied ? copying.dataset.copied : copying.dataset.marked;
  }

  document.getElementById("instead")?.remove();
  copying.hidden = false;
  copying.classList.toggle("ghost", canSend);
  sending.hidden = !canSend;
  copying.addEventListener("click", copy);
  sending.addEventListener("click", share);
  return copy;
}
