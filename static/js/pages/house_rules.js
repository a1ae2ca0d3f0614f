// A house rule that depends on another is shown only while it matters; without this script its note says so.
/** @type {NodeListOf<HTMLInputElement>} */
const openers = document.querySelectorAll(".house-rule input[aria-controls]");

function ask() {
  for (const opener of openers) {
    for (const id of opener.getAttribute("aria-controls")?.split(" ") ?? []) {
      /** @type {HTMLElement} */ (document.getElementById(id)).hidden = !opener.checked;
    }
  }
}

document.addEventListener("change", ask);
window.addEventListener("pageshow", ask); // a browser may restore the choices
ask();
