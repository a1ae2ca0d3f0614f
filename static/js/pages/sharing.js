// The share sheet of the system if there is one; otherwise the link is copied, also over plain http.
import "./again.js";
import { offerToSend } from "../browser/copying.js";

const field = /** @type {WithData<"title", HTMLInputElement>} */ (document.getElementById("link"));
const FRESH = 20 * 60 * 1000; // milliseconds; opened again in time, the page renews its join code

const share = () => navigator.share({ title: field.dataset.title, url: field.value });
offerToSend(field, () => share().catch(() => {})); // cancelled
field.addEventListener("focus", () => field.select());

const opened = Date.now();
// performance.now() may pause while a phone sleeps, and the clock may be set: whichever is later counts.
const isOld = () => [Date.now() - opened, performance.now()].some((passed) => Math.abs(passed) > FRESH);
const goOn = () => document.visibilityState === "visible" && isOld() && location.reload();
setInterval(goOn, 60 * 1000);
document.addEventListener("visibilitychange", goOn);
