// A form of a page that the server draws: it is sent once the server can be reached. Until then the page stays as it
// is, with all that was typed, and says so; the browser's own page would come in its place.
import "../drawing/above_dock.js";
import { isReached } from "./reach.js";

// Said on the form itself, for a page may have this in two of its scripts.
const SURE = "sure";
const BUSY = "busy";

addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || SURE in form.dataset || form.method !== "post") return; // a search loses nothing
  event.preventDefault();
  if (BUSY in form.dataset) return; // a second tap
  form.dataset[BUSY] = "";
  submitter?.setAttribute("aria-busy", "true"); // nothing is drawn in its place until then
  const reached = await isReached();
  delete form.dataset[BUSY];
  submitter?.removeAttribute("aria-busy");
  if (!reached) return say();
  form.dataset[SURE] = "";
  form.requestSubmit(submitter?.form === form ? submitter : null);
  delete form.dataset[SURE];
});

function say() {
  const line = document.getElementById("live");
  if (line) line.textContent = line.dataset.unsent;
}
