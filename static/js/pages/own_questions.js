// The questions of a custom game: minus and plus beside a number, and melds, without a page load.
for (const dial of document.querySelectorAll(".dial")) {
  const field = /** @type {HTMLInputElement} */ (dial.querySelector("input"));
  const { least, most } = dial.dataset;
  for (const button of dial.querySelectorAll("[data-by]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const number = (Number(field.value) || 0) + Number(button.dataset.by);
      field.value = String(Math.min(Number(most), Math.max(Number(least), number)));
      field.removeAttribute("aria-invalid");
    });
  }
}

let steps = Promise.resolve(); // serialised: each starts from the result of the previous one
let pending = 0;

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const submitter = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (form.id !== "answer" || !document.querySelector(".adding")) return;
  if (submitter?.name !== "step") {
    if (!pending) return;
    event.preventDefault(); // earlier taps are included
    steps = steps.then(() => form.requestSubmit(submitter));
    return;
  }
  event.preventDefault();
  if (submitter.value.endsWith(":drop")) {
    if (submitter.hasAttribute("aria-busy")) return; // a double tap: its target may have gone
    submitter.setAttribute("aria-busy", "true");
  }
  pending += 1;
  const { name, value } = submitter;
  steps = steps.then(() => take(name, value)).finally(() => (pending -= 1));
});

/** @param {string} name @param {string} value */
async function take(name, value) {
  const form = /** @type {HTMLFormElement} */ (document.getElementById("answer"));
  const asked = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  asked.append(name, value);
  const address = `${form.action}?${asked}`;
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector(".needed")) throw new Error(answer.statusText);
    if (answer.ok) history.replaceState(null, "", answer.url); // a reload shows the same
    show(page);
    const [, row, what] = value.split(":");
    if (what === "drop") goTo(Number(row));
  } catch {
    location.assign(address);
    return new Promise(() => {}); // navigating: no waiting tap may navigate elsewhere
  }
}

/** @param {string} css */
const find = (css) => /** @type {HTMLElement} */ (document.querySelector(css));

// The row in the place of a removed one, or the last; without rows, the button that adds one.
/** @param {number} row */
function goTo(row) {
  const drops = document.querySelectorAll(".needed .drop");
  (drops[Math.min(row, drops.length - 1)] ?? find(".adding button")).focus();
}

// Elements that may be touched or read out stay in place: only their text changes.
/** @param {Document} page */
function show(page) {
  for (const part of [".laid .cards", "#sent"]) find(part).replaceWith(page.querySelector(part) ?? "");
  match(".in-words", page, (words, other) => (words.textContent = other.textContent));
  for (const error of document.querySelectorAll("#answer > .error")) error.remove();
  find(".needed").before(...page.querySelectorAll("#answer > .error"));
  match(".tabs button", page, (tab, next) => (tab.className = next.className));
  match(".tabs .sr", page, (words, other) => (words.textContent = other.textContent));
  const rows = find(".needed");
  const next = /** @type {HTMLElement} */ (page.querySelector(".needed"));
  if (rows.children.length !== next.children.length) return rows.replaceWith(next);
  match(".needed :is(span, b)", page, (words, other) => (words.textContent = other.textContent));
  match(".needed button", page, (button, other) => (button.ariaLabel = other.ariaLabel));
}

/** @param {string} selector @param {Document} page @param {(now: HTMLElement, next: HTMLElement) => void} each */
function match(selector, page, each) {
  const others = page.querySelectorAll(selector);
  for (const [n, now] of document.querySelectorAll(selector).entries()) each(now, others[n]);
}
