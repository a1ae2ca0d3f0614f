// Share the result directly where possible; otherwise the button leads to its page.
import { canSend, send } from "../browser/sending.js";

// A picture that is drawn here takes its script, which is loaded before the tap: the share sheet must open soon.
const result = JSON.parse(document.getElementById("result")?.textContent ?? "{}");
const draw =
  result.drawn && (() => import("./result_picture.js").then(({ fileOfResult }) => fileOfResult(result.drawn)));
if (draw && canSend) import("./result_picture.js").catch(() => {});

// On the document, because the dock is redrawn.
document.addEventListener("click", async (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("[data-print]") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    return print(); // the sheet on paper is part of this page
  }
  /** @type {HTMLAnchorElement | null} */
  const link = target.closest("[data-result]");
  if (!link || !canSend) return;
  event.preventDefault();
  if (!(await send({ ...result, draw }))) location.assign(link.href);
});
