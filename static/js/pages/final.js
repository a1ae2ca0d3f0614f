// Share the result directly where possible; otherwise the button leads to its page.
import { canSend, send } from "../browser/send_result.js";

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-result]");
  if (!link || !canSend) return;
  event.preventDefault();
  if (!(await send(JSON.parse(document.getElementById("result").textContent)))) location.assign(link.href);
});
