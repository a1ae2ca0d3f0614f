// Share the result directly where possible; otherwise the button leads to its page.
import { canSend, send } from "../browser/sending.js";

// A picture that is drawn here takes its script, which is loaded before the tap: the share sheet must open soon.
const result = JSON.parse(document.getElementById("result")?.textContent ?? "{}");
const draw =
  result.drawn && (() => import("./result_picture.js").then(({ fileOfResult }) => fileOfResult(result.drawn)));
if (draw && canSend) import("./result_picture.js").catch(() => {});

// The sheet on paper is part of this page.
document.querySelector("[data-print]")?.addEventListener("click", (event) => {
  event.preventDefault();
  print();
});

document.addEventListener("click", async (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = /** @type {Element} */ (event.target).closest("[data-result]");
  if (!link || !canSend) return;
  event.preventDefault();
  if (!(await send({ ...result, draw }))) location.assign(link.href);
});
