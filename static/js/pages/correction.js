// The keypads of a correction. A change invalidates the preview, which must be shown again before saving.
import "./again.js";
import { figure } from "../drawing/figures.js";
import { tapKeys, worthOfKey } from "../places/hand/keys.js";
import { isSum, sumOf } from "../places/hand/part.js";
import { makeStepper } from "../places/hand/stepper.js";

// A page of house rules has no such form and only uses the code at the end.
const form = /** @type {WithFields<{ seen: HTMLInputElement }>} */ (document.getElementById("correct"));
const changes = document.getElementById("changes");
const save = /** @type {WithData<"show">} */ (document.querySelector(".dock [form=correct]"));

// The preview is stale: hide it, keep its place, and let the button show it again.
function outdated() {
  form.elements.seen.value = "";
  save.textContent = save.dataset.show;
  changes?.classList.add("outdated");
}

// A part of a hand: its keys, and a typed total; the last input wins and empties the other one.
/** @param {HTMLElement} box @param {() => void} changed */
function cardsIn(box, changed) {
  const total = /** @type {HTMLInputElement} */ (box.parentElement?.querySelector(":scope > .total-field input"));
  const { keys, fill } = tapKeys(box, form.dataset, () => {
    total.value = "";
    changed();
  });
  total.addEventListener("input", () => {
    if (total.value !== "") fill(keys.map(() => ""));
    changed();
  });
  const isByCards = () => keys.some(({ field }) => field.value !== "");
  return () =>
    isByCards()
      ? keys.reduce((all, key) => all + worthOfKey(key), 0)
      : isSum(total.value || "0", !keys.length)
        ? sumOf(total.value)
        : NaN;
}

/** @param {number} points */
const told = (points) => (Number.isNaN(points) ? "–" : figure(points));

// The points of a hand as typed: leftovers, or melds minus leftovers, left to right in every script.
for (const hand of document.querySelectorAll(".hand")) {
  const now = /** @type {WithData<"says">} */ (hand.querySelector(".now"));
  const heads = hand.querySelectorAll(".part-of-two .num");
  const worth = [...hand.querySelectorAll(".keys")].map((box) => cardsIn(box, changed));
  function show() {
    const parts = worth.map((part) => part());
    heads.forEach((head, n) => (head.textContent = told(parts[n])));
    const points = told(parts.reduce((melded, left) => melded - left));
    now.textContent =
      parts.length > 1
        ? `\u2066${parts.map(told).join(" − ")} = ${points}\u2069`
        : now.dataset.says.replace("…", points);
  }
  function changed() {
    now.classList.add("changed");
    show();
    outdated();
  }
  if (worth.length) show();
}

for (const stepper of document.querySelectorAll(".stepper")) makeStepper(stepper, outdated);
form?.addEventListener("input", outdated);

// The keys of a hand that is opened are in sight above the dock.
form?.addEventListener("click", ({ target }) => {
  const hand = /** @type {Element} */ (target).closest(".hand > summary")?.parentElement;
  const show = () => hand?.lastElementChild?.scrollIntoView({ block: "nearest" });
  if (hand && !hand.hasAttribute("open")) hand.addEventListener("toggle", show, { once: true });
});

// The first error may be off screen; a fieldset itself cannot have focus.
/** @param {HTMLElement} field */
function showWrong(field) {
  (field.matches("fieldset") ? field.querySelector("input") : field)?.focus({ preventScroll: true });
  document.getElementById(field.getAttribute("aria-describedby") ?? "")?.scrollIntoView({ block: "center" });
}

const wrong = document.querySelector("#correct [aria-invalid]");
if (changes || !wrong) (changes ?? document.querySelector(".trouble"))?.focus();
else showWrong(wrong);
