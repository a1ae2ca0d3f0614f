// Who plays, and by which rules of lately, where no server is in reach: the game starts here (new_table.js).
import { coloursOf, faults, tidy } from "./lineup.js";
import { startHere } from "./new_table.js";
import { folded } from "./rules/names.js";

const ROWS = 4;
const { known, again } = JSON.parse(document.getElementById("known").textContent);
const form = document.getElementById("new-game");
const rows = form.querySelector(".rows");
const templates = (name) => document.querySelector(`template[data-of=${name}]`).content;
const trouble = document.getElementById("trouble");
let isStarting = false;

const fields = () => [...rows.querySelectorAll(".name")];
const names = () => fields().map(({ value }) => tidy(value));
const chosen = () => form.elements.rules.value;
const limits = () => {
  const { least, most } = form.querySelector("[name=rules]:checked").dataset;
  return { least: Number(least), most: Number(most) };
};

function addRow(name = "") {
  const row = document.createElement("template");
  const number = fields().length + 1;
  row.innerHTML = templates("row").firstElementChild.outerHTML.replaceAll("{row}", number - 1).replaceAll("{number}", number);
  row.content.querySelector(".up").disabled = number === 1;
  rows.append(row.content);
  fields().at(-1).value = name;
}

// Once more what follows from the names: colours, who is one tap away, whether there is room.
function look() {
  const colours = coloursOf(names(), known);
  const here = names().filter(Boolean).map(folded);
  const isFull = here.length >= limits().most;
  [...rows.children].forEach((row, number) => (row.className = `row seat-${colours[number] + 1}`));
  for (const chip of form.querySelectorAll(".chip")) chip.hidden = isFull || here.includes(folded(chip.value));
  form.querySelector("[value=more]").hidden = fields().length >= limits().most;
}

const STEPS = {
  add(name) {
    const free = fields().find(({ value }) => !tidy(value));
    if (free) free.value = name;
    else addRow(name);
  },
  more() {
    addRow();
    fields().at(-1).focus();
  },
  up(number) {
    const row = Number(number);
    const [one, other] = [fields()[row - 1], fields()[row]];
    [one.value, other.value] = [other.value, one.value];
    const dealers = [...rows.querySelectorAll("[name=dealer]")];
    const moved = { [row]: row - 1, [row - 1]: row }[form.elements.dealer.value];
    if (moved !== undefined) dealers[moved].checked = true;
  },
};

function tell(found) {
  for (const error of rows.querySelectorAll(".error")) error.remove();
  for (const field of fields()) field.removeAttribute("aria-invalid");
  for (const [row, code] of found) {
    const field = fields()[row];
    const words = templates(code === "few" || code === "many" ? `${code}-${chosen()}` : code).textContent.trim();
    const said = words.replace("…", code === "long" ? [...names()[row]].length : names().filter(Boolean).length);
    const error = field.closest(".row").querySelector(".error") ?? document.createElement("p");
    Object.assign(error, { className: "error", id: `${field.id}-error`, textContent: `${error.textContent} ${said}`.trim() });
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", error.id);
    field.closest(".row").append(error);
  }
  fields()[found[0]?.[0]]?.focus();
}

// Rows that hold nobody are left out; where the dealer's is one of them, the first deals.
function seated() {
  const all = names();
  const sitting = [...all.keys()].filter((row) => all[row]);
  const people = sitting.map((row) => all[row]);
  return { names: people, dealer: Math.max(0, sitting.indexOf(Number(form.elements.dealer.value))), colours: coloursOf(people, known) };
}

async function start() {
  const found = faults(names(), limits());
  tell(found);
  if (found.length || isStarting) return;
  isStarting = true;
  const choice = form.querySelector("[name=rules]:checked");
  const rules = choice.closest("label").querySelector("b").textContent;
  const table = await startHere({ anew: choice.dataset.anew, rules, ...seated() });
  if (table) location.assign(table);
  else trouble.replaceChildren(templates("nowhere").cloneNode(true));
  isStarting = Boolean(table);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  start();
});
form.addEventListener("click", ({ target }) => {
  const step = target.closest("[data-step]");
  if (!step) return;
  STEPS[step.dataset.step](step.value);
  look();
  // Who was tapped is gone from there: the next one has the focus, or whoever goes by keys begins at the top again.
  if (step.hidden) (form.querySelector(".chip:not([hidden])") ?? form.querySelector("[value=more]:not([hidden])"))?.focus();
});
form.addEventListener("input", look);
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches(".name")) return;
  event.preventDefault();
  const next = fields()[fields().indexOf(event.target) + 1];
  if (next) next.focus();
  else event.target.blur();
});

// Where the table of some rules does not lie ready, nothing can start by them; a game that was to be played again has its people.
async function open() {
  for (const choice of form.querySelectorAll("[name=rules]")) {
    const isReady = await globalThis.caches?.match(choice.dataset.anew).catch(() => null);
    if (!isReady) choice.closest("label").remove();
  }
  const wanted = again[location.pathname.split("/").at(-1)];
  const choices = [...form.querySelectorAll("[name=rules]")];
  const choice = choices.find(({ value }) => value === wanted?.rules) ?? choices[0];
  for (const part of [form, document.getElementById("deal")]) part.hidden = !choice;
  if (!choice) return trouble.replaceChildren(templates("none-ready").cloneNode(true));
  choice.checked = true;
  const { people, dealer } = choice.value === wanted?.rules ? wanted : { people: [], dealer: 0 };
  for (let n = 0; n < Math.max(Math.min(ROWS, limits().most), limits().least, people.length); n += 1) addRow(people[n]);
  rows.querySelectorAll("[name=dealer]")[dealer].checked = true;
  return look();
}

addEventListener("pageshow", ({ persisted }) => persisted && (isStarting = false));
open();
