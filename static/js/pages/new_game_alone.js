// Sets up a game offline, which starts here (new_table.js). The address tells which game: /new/<key>, or
// /new/again/<link> with the people of that game, as on the server's page.
import { coloursOf, faults, tidy } from "../offline/lineup.js";
import { startHere } from "../offline/new_table.js";
import { folded } from "../rules/model/names.js";

const ROWS = 4;
const { known, again } = JSON.parse(document.getElementById("known").textContent);
const form = document.getElementById("new-game");
const rows = form.querySelector(".rows");
const templates = (name) => document.querySelector(`template[data-of=${name}]`).content;
const trouble = document.getElementById("trouble");
let isStarting = false;

const fields = () => [...rows.querySelectorAll(".name")];
const names = () => fields().map(({ value }) => tidy(value));
const key = location.pathname.split("/").at(-1);
const before = new URLSearchParams(location.search).get("again"); // the game to play again
const wanted = again[before ?? key];
const rulesCalled = (name) =>
  [...form.querySelectorAll("[data-rules]")].find(({ dataset }) => dataset.rules === name)?.dataset;
const rules = rulesCalled(wanted?.rules ?? before ?? key);
const anew = rules?.anew ?? rules?.packed; // the address of its cached table
const limits = { least: Number(rules?.least), most: Number(rules?.most) };

function addRow(name = "") {
  const row = document.createElement("template");
  const number = fields().length + 1;
  row.innerHTML = templates("row")
    .firstElementChild.outerHTML.replaceAll("{row}", number - 1)
    .replaceAll("{number}", number);
  row.content.querySelector(".up").disabled = number === 1;
  rows.append(row.content);
  fields().at(-1).value = name;
}

// Update everything that depends on the names: colours, suggestions, whether there is room.
function look() {
  const colours = coloursOf(names(), known);
  const here = names().filter(Boolean).map(folded);
  const isFull = here.length >= limits.most;
  [...rows.children].forEach((row, number) => (row.className = `row seat-${colours[number] + 1}`));
  for (const chip of form.querySelectorAll(".chip")) chip.hidden = isFull || here.includes(folded(chip.value));
  form.querySelector("[value=more]").hidden = fields().length >= limits.most;
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
  mark(found);
  fields()[found[0]?.[0]]?.focus();
}

function mark(found) {
  for (const error of rows.querySelectorAll(".error")) error.remove();
  for (const field of fields()) field.removeAttribute("aria-invalid");
  for (const [row, code] of found) {
    const field = fields()[row];
    const figures = {
      game: rules.name,
      ...limits,
      long: [...names()[row]].length,
      count: names().filter(Boolean).length,
    };
    const said = templates(code)
      .textContent.trim()
      .replace(/{(\w+)}/g, (_, name) => figures[name]);
    const error = field.closest(".row").querySelector(".error") ?? document.createElement("p");
    Object.assign(error, {
      className: "error",
      id: `${field.id}-error`,
      textContent: `${error.textContent} ${said}`.trim(),
    });
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", error.id);
    field.closest(".row").append(error);
  }
}

// Empty rows are left out; if the dealer's is one of them, the first player deals.
function seated() {
  const all = names();
  const sitting = [...all.keys()].filter((row) => all[row]);
  const people = sitting.map((row) => all[row]);
  return {
    names: people,
    dealer: Math.max(0, sitting.indexOf(Number(form.elements.dealer.value))),
    colours: coloursOf(people, known),
  };
}

async function start() {
  const found = faults(names(), limits);
  tell(found);
  if (found.length || isStarting) return;
  isStarting = true;
  const table = await startHere({ anew, rules: rules.name, ...seated() });
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
  // The tapped suggestion has gone: move the focus to the next one, or a keyboard user would start at the top.
  if (step.hidden)
    (form.querySelector(".chip:not([hidden])") ?? form.querySelector("[value=more]:not([hidden])"))?.focus();
});
form.addEventListener("input", () => {
  look();
  if (rows.querySelector(".error"))
    mark(faults(names(), limits).filter(([row]) => fields()[row].hasAttribute("aria-invalid")));
});
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches(".name")) return;
  event.preventDefault();
  const next = fields()[fields().indexOf(event.target) + 1];
  if (next) next.focus();
  else event.target.blur();
});

// Without its cached table no game can start; a rematch has its people.
async function open() {
  if (!(await isReady())) return trouble.replaceChildren(templates("none-ready").cloneNode(true));
  document.getElementById("which").textContent = rules.name;
  for (const part of [
    form,
    document.getElementById("deal"),
    form.querySelector(`[data-rules="${CSS.escape(rules.rules)}"]`),
  ])
    part.hidden = false;
  const { people, dealer } = wanted ?? { people: [], dealer: 0 };
  for (let n = 0; n < Math.max(Math.min(ROWS, limits.most), limits.least, people.length); n += 1) addRow(people[n]);
  rows.querySelectorAll("[name=dealer]")[dealer].checked = true;
  return look();
}

// Served by the worker from its cache.
const isReady = async () =>
  Boolean(anew) &&
  fetch(anew)
    .then(({ ok }) => ok)
    .catch(() => false);

addEventListener("pageshow", ({ persisted }) => persisted && (isStarting = false));
open();
