// A house rule that hangs on another is asked only while it matters; without this file its note says so.
const openers = [...document.querySelectorAll(".rule input[aria-controls]")];

function ask() {
  for (const opener of openers) {
    for (const id of opener.getAttribute("aria-controls").split(" ")) {
      document.getElementById(id).hidden = !opener.checked;
    }
  }
}

document.addEventListener("change", ask);
window.addEventListener("pageshow", ask); // a browser may tick again what was ticked before
ask();
