import { canSend } from "./sending.js";

// The buttons to copy this field and to share it, of a page that works without: where nothing can be shared, to copy
// is the main action. Returns the function that copies, also over plain http.
/** @param {HTMLInputElement | HTMLTextAreaElement} field @param {() => unknown} share */
export function offerToSend(field, share) {
  const copying = /** @type {WithData<"copied" | "marked">} */ (document.getElementById("copy"));
  const sending = /** @type {HTMLElement} */ (document.getElementById("send"));
  const write = async () => navigator.clipboard.writeText(field.value); // requires HTTPS

  async function copy() {
    field.focus();
    field.select();
    const isCopied = await write().then(
      () => true,
      () => document.execCommand("copy"),
    );
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
