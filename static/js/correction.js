// The same keys as when counting; and what changes is the answer to the tap, so show it first.
import { tapKeys } from "./keys.js";
import { makeStepper } from "./stepper.js";

for (const hand of document.querySelectorAll(".hand")) tapKeys(hand, () => {});
for (const stepper of document.querySelectorAll(".stepper")) makeStepper(stepper, () => {});
(document.getElementById("changes") ?? document.querySelector(".trouble"))?.focus();
