// The same keys as when counting; and what changes is the answer to the tap, so show it first.
import "./again.js";
import { tapKeys } from "./keys.js";
import { makeStepper } from "./stepper.js";

const form = document.getElementById("correct");
const changes = document.getElementById("changes");
const save = document.querySelector(".dock [form=correct]");

// What was seen is not what would be saved any more: it goes, its place stays, and the button shows anew.
function outdated() {
  form.elements.seen.value = "";
  save.textContent = save.dataset.show;
  changes?.classList.add("outdated");
}

for (const keys of document.querySelectorAll(".hand .keys")) tapKeys(keys, form.dataset, outdated);
for (const stepper of document.querySelectorAll(".stepper")) makeStepper(stepper, outdated);
form?.addEventListener("input", outdated); // house rules have the focus from here, and nothing else
(changes ?? document.querySelector(".trouble"))?.focus();
