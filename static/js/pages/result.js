// Shares the result where possible, otherwise saves the picture or copies the text, also over plain http.
import { offerToSend } from "../browser/copying.js";
import { canSend, send } from "../browser/sending.js";

const field = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
const { dataset } = /** @type {WithData<"title">} */ (document.getElementById("send"));
const copy = offerToSend(field, sendIt);

// Where nothing can be sent, the picture is likelier to be wanted than the text.
const save = /** @type {HTMLAnchorElement | null} */ (document.getElementById("save"));
function offerToSave() {
  if (!save?.href || canSend) return;
  save.hidden = false;
  document.getElementById("copy")?.classList.add("ghost");
  document.querySelector(".picture .mark")?.classList.add("sr");
}
offerToSave();

// Where the server makes no pictures, it is drawn here.
const content = JSON.parse(document.getElementById("content")?.textContent ?? "null");
if (content) draw();

async function draw() {
  const { fileOf, pictureOf } = await import("./result_picture.js");
  const link = /** @type {HTMLAnchorElement} */ (document.getElementById("drawn"));
  const canvas = await pictureOf(content);
  link.href = URL.createObjectURL(await fileOf(canvas));
  if (save) save.href = link.href;
  link.prepend(canvas);
  link.hidden = false;
  offerToSave();
}

const fileOfContent = () => import("./result_picture.js").then(({ fileOfResult }) => fileOfResult(content));

async function sendIt() {
  const draw = content && fileOfContent;
  if (!(await send({ ...dataset, text: field.value, draw }))) await copy();
}
