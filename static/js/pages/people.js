// The players: the time of the last round is in the time zone of this phone.
import "./again.js";

const MINUTE = 60_000; // ms
const JUST_PASSED = 180 * MINUTE; // such a time is meant, too
const form = /** @type {WithFields<{ at: HTMLInputElement }> | null} */ (document.getElementById("end-time"));
const field = /** @type {HTMLInputElement | null} */ (document.getElementById("until"));

/** @param {Date} moment */
const clockOf = (moment) => [moment.getHours(), moment.getMinutes()].map((n) => String(n).padStart(2, "0")).join(":");

// The next moment at which the clock of this phone shows this, in minutes since 1970.
/** @param {string} typed */
function momentOf(typed) {
  const [hours, minutes] = typed.split(":").map(Number);
  const at = new Date();
  at.setHours(hours, minutes, 0, 0);
  if (at.getTime() < Date.now() - JUST_PASSED) at.setDate(at.getDate() + 1);
  return Math.floor(at.getTime() / MINUTE);
}

if (field?.dataset.at) field.value = clockOf(new Date(Number(field.dataset.at) * MINUTE));
form?.addEventListener("submit", () => (form.elements.at.value = field?.value ? String(momentOf(field.value)) : ""));
