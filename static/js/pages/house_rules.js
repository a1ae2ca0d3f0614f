// A house rule that depends on another is shown only while it matters; without this script its note says so.
/** @type {NodeListOf<HTMLInputElement>} */
const openers = document.querySelectorAll(".house-rule input[aria-controls]");

/** @param {HTMLInputElement} opener */
const openedBy = (opener) => opener.getAttribute("aria-controls")?.split(" ") ?? [];

function ask() {
  const asked = new Set([...openers].filter(({ checked }) => checked).flatMap(openedBy));
  for (const id of [...openers].flatMap(openedBy)) {
    const rule = /** @type {HTMLElement} */ (document.getElementById(id));
    rule.hidden = !asked.has(id);
  }
}

document.addEventListener("change", ask);
window.addEventListener("pageshow", ask); // a browser may restore the choices
ask();
