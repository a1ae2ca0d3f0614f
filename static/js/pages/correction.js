// The same keys as when counting; and what changes is the answer to the tap, so show it first.
import "./again.js";
import { count, tapKeys } from "../places/hand/keys.js";
import { isSum, sum } from "../places/hand/part.js";
import { makeStepper } from "../places/hand/stepper.js";

const form = document.getElementById("correct");
const changes = document.getElementById("changes");
const save = document.querySelector(".dock [form=correct]");

// What was seen is not what would be saved any more: it goes, its place stays, and the button shows anew.
function outdated() {
  form.elements.seen.value = "";
  save.textContent = save.dataset.show;
  changes?.classList.add("outdated");
}

// Some cards of a hand: their keys, and the total that is typed instead; what is said last holds, and empties the
// other.
function cardsIn(box, changed) {
  const total = box.nextElementSibling.querySelector("input");
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
      ? keys.reduce((all, key) => all + count(key) * key.value, 0)
      : isSum(total.value || "0")
        ? sum(total.value)
        : NaN;
}

// What a hand comes to as it is typed; of what was melded, what is left is taken off.
for (const hand of document.querySelectorAll(".hand")) {
  const now = hand.querySelector(".now");
  const worth = [...hand.querySelectorAll(".keys")].map((box) => cardsIn(box, show));
  function show() {
    const points = worth.map((part) => part()).reduce((melded, left) => melded - left);
    now.textContent = now.dataset.says.replace("…", Number.isNaN(points) ? "–" : String(points).replace("-", "−"));
    outdated();
  }
}

for (const stepper of document.querySelectorAll(".stepper")) makeStepper(stepper, outdated);
form?.addEventListener("input", outdated); // house rules have the focus from here, and nothing else

// An error may be more than a screen down; a fieldset itself takes no focus.
function showWrong(field) {
  (field.matches("fieldset") ? field.querySelector("input") : field).focus({ preventScroll: true });
  document.getElementById(field.getAttribute("aria-describedby"))?.scrollIntoView({ block: "center" });
}

const wrong = document.querySelector("#correct [aria-invalid]");
if (changes || !wrong) (changes ?? document.querySelector(".trouble"))?.focus();
else showWrong(wrong);
