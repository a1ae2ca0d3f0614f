// The same keys as when counting; and what changes is the answer to the tap, so show it first.
import { tapKeys } from "./keys.js";

for (const hand of document.querySelectorAll(".hand")) tapKeys(hand, () => {});
(document.getElementById("changes") ?? document.querySelector(".trouble"))?.focus();
