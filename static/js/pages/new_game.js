// Enter goes to the next name, an error goes once it is fixed, and what depends on a house rule follows it.
import "./again.js";
import { goOnByEnter } from "../browser/next_field.js";
import { folded } from "../rules/model/names.js";
import { install, keepCatalogue } from "../offline/installing.js";

/** @param {string} css */
const fieldsOf = (css) => [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(css))];
const names = fieldsOf(".name");
const lines = fieldsOf(".name, .partner");

// An error disappears once it is fixed: in its own line, in an equal name, or by the number of names.
const form = /** @type {HTMLFormElement} */ (document.getElementById("new-game"));
goOnByEnter(form, () => lines);
/** @param {(field: HTMLInputElement) => string} value */
const count = (value) => names.filter((field) => value(field).trim()).length;
const before = count(({ defaultValue }) => defaultValue);
/** @param {HTMLInputElement} field */
const isOneLess = (field) =>
  lines.some(
    (other) => other !== field && isEqual(other.defaultValue, field.value) && !isEqual(other.value, field.value),
  );
/** @param {string} one @param {string} other */
const isEqual = (one, other) => folded(one) === folded(other);
/** @param {HTMLInputElement} field */
const isPutRight = (field) =>
  field.value !== field.defaultValue || isOneLess(field) || count(({ value }) => value) < before;

form.addEventListener("input", ({ target }) => {
  /** @type {NodeListOf<HTMLInputElement>} */ const wrong = form.querySelectorAll("[aria-invalid]");
  const typed = /** @type {HTMLElement} */ (target);
  const line = typed.closest(".row");
  for (const field of wrong)
    if (field.contains(typed) || line?.contains(field) || (lines.includes(field) && isPutRight(field))) forget(field);
});

// The lines for names follow a house rule that sets how many play, or whether in sides; what the friends agree on
// follows every one.
form.addEventListener("change", ({ target }) => {
  const { id, name } = /** @type {HTMLInputElement} */ (target);
  const rule = name.replace("option_", "");
  if (form.dataset.seatsBy?.split(" ").includes(rule)) step(`rules:${rule}`, `#${id}`);
  else if (rule !== name) agree(rule);
});

const agreed = /** @type {HTMLElement} */ (document.getElementById("agreed"));
agreed.role = "status"; // from now on: changes are announced

// Without a connection it stays hidden, by the style sheet: it would be that of other choices.
/** @param {string} rule */
async function agree(rule) {
  const body = new FormData(form);
  body.set("step", `rules:${rule}`);
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  /** @type {NodeListOf<HTMLInputElement>} */ const choices = form.querySelectorAll("[name^=option_]");
  if ([...choices].some(({ name, value, checked }) => checked && body.get(name) !== value)) return; // chosen since
  agreed.replaceChildren(...(page.getElementById("agreed")?.childNodes ?? []));
  for (const choice of choices) choice.defaultChecked = choice.checked;
}

// As a button of the form: what is typed stays, and the browser moves the focus to the target.
/** @param {string} value @param {string} target */
function step(value, target) {
  const button = document.createElement("button");
  Object.assign(button, { name: "step", value, hidden: true, formAction: target });
  form.append(button);
  form.requestSubmit(button);
}

/** @param {HTMLElement} field */
function forget(field) {
  document.getElementById(field.getAttribute("aria-describedby") ?? "")?.remove();
  for (const name of ["aria-invalid", "aria-describedby"]) field.removeAttribute(name);
}

install();
keepCatalogue();
