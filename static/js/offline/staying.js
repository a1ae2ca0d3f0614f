// Forms of server pages: submitted once the server can be reached. Until then the page stays with its input and a
// message, instead of the browser's error page.
import "../drawing/above_dock.js";
import { isReached } from "../sync/requests.js";

// Longer than for a page that could also work here: a slow network is no missing one.
const PATIENCE = 15_000; // ms
// Marked on the form itself, because two scripts of a page may have this module.
const SURE = "sure";
const BUSY = "busy";

addEventListener("submit", async (event) => {
  const submitter = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || SURE in form.dataset || form.method !== "post") return; // a search loses nothing
  event.preventDefault();
  if (BUSY in form.dataset) return; // a double tap
  form.dataset[BUSY] = "";
  submitter?.setAttribute("aria-busy", "true"); // until then the page must not be redrawn
  const reached = await isReached(PATIENCE);
  delete form.dataset[BUSY];
  submitter?.removeAttribute("aria-busy");
  if (!reached) return say();
  form.dataset[SURE] = "";
  form.requestSubmit(submitter?.form === form ? submitter : null);
  delete form.dataset[SURE];
});

function say() {
  const line = /** @type {WithData<"unsent"> | null} */ (document.getElementById("live"));
  if (line) line.textContent = line.dataset.unsent;
}
