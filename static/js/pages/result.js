// Shares the result where possible, otherwise copies it, also over plain http.
import { canSend, send } from "../browser/sending.js";

const field = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
const copying = /** @type {WithData<"copied" | "marked">} */ (document.getElementById("copy"));
const sending = /** @type {WithData<"title">} */ (document.getElementById("send"));

document.getElementById("instead")?.remove();
copying.hidden = false;
copying.classList.toggle("ghost", canSend); // alone it is the main action
sending.hidden = !canSend;
sending.addEventListener("click", sendIt);
copying.addEventListener("click", copy);

async function copy() {
  field.focus();
  field.select();
  const isCopied = (await isWritten(field.value)) || document.execCommand("copy");
  copying.textContent = isCopied ? copying.dataset.copied : copying.dataset.marked;
}

/** @param {string} text */
async function isWritten(text) {
  if (!navigator.clipboard) return false; // requires HTTPS
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

// Where the server makes no pictures, it is drawn here.
const content = JSON.parse(document.getElementById("content")?.textContent ?? "null");
if (content) draw();

async function draw() {
  const { fileOf, pictureOf } = await import("./result_picture.js");
  const link = /** @type {HTMLAnchorElement} */ (document.getElementById("drawn"));
  const canvas = await pictureOf(content);
  link.href = URL.createObjectURL(await fileOf(canvas));
  link.prepend(canvas);
  link.hidden = false;
}

const fileOfContent = () => import("./result_picture.js").then(({ fileOfResult }) => fileOfResult(content));

async function sendIt() {
  const draw = content && fileOfContent;
  if (!(await send({ ...sending.dataset, text: field.value, draw }))) await copy();
}
