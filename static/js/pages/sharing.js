// The share sheet of the system if there is one; otherwise the link is copied, also over plain http.
import "./again.js";

const field = /** @type {WithData<"title", HTMLInputElement>} */ (document.getElementById("link"));
const copying = /** @type {WithData<"copied">} */ (document.getElementById("copy"));
const sending = /** @type {HTMLElement} */ (document.getElementById("send"));
const FRESH = 20 * 60 * 1000; // milliseconds; opened again in time, the page renews its join code

document.getElementById("instead")?.remove();
copying.hidden = false;
copying.classList.toggle("ghost", Boolean(navigator.share)); // alone it is the main action
sending.hidden = !navigator.share;
copying.addEventListener("click", copy);
sending.addEventListener("click", send);
field.addEventListener("focus", () => field.select());

function send() {
  navigator.share({ title: field.dataset.title, url: field.value }).catch(() => {}); // cancelled
}

async function copy() {
  field.focus();
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value).catch(() => {});
  else document.execCommand("copy"); // navigator.clipboard requires HTTPS
  copying.textContent = copying.dataset.copied;
}

const opened = Date.now();
// performance.now() may pause while a phone sleeps, and the clock may be set: whichever is later counts.
const isOld = () => [Date.now() - opened, performance.now()].some((passed) => Math.abs(passed) > FRESH);
const goOn = () => document.visibilityState === "visible" && isOld() && location.reload();
setInterval(goOn, 60 * 1000);
document.addEventListener("visibilitychange", goOn);
