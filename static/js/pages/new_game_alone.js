// Sets up a game offline, which starts here (new_table.js). The address tells which game: /new/<key>, or
// /new/again/<link> with the people of that game, as on the server's page.
import { goOnByEnter } from "../browser/next_field.js";
import { coloursOf, faults, sittingTwice, tidy } from "../offline/lineup.js";
import { startHere } from "../offline/new_table.js";
import { folded } from "../rules/model/names.js";

const [ROWS, SIDES] = [4, 2];
const AND = " & "; // parts the names of a side in every language
/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const { known, again } = JSON.parse(find("known").textContent);
const form = /** @type {WithFields<{ dealer: RadioNodeList }>} */ (find("new-game"));
const rows = /** @type {HTMLElement} */ (form.querySelector(".rows"));
/** @param {string} name @param {string} [of] */
const template = (name, of = "") =>
  /** @type {HTMLTemplateElement | null} */ (document.querySelector(`template[data-of=${name}]${of}`));
// Its words, in the terms of the game where they differ.
/** @param {string} name */
const templates = (name) =>
  /** @type {HTMLTemplateElement} */ (template(name, `[data-terms="${rules?.terms}"]`) ?? template(name)).content;
const trouble = find("trouble");
let isStarting = false;

const fields = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (rows.querySelectorAll(".name"))];
const dealers = () => /** @type {NodeListOf<HTMLInputElement>} */ (rows.querySelectorAll("[name=dealer]"));
const lines = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (rows.querySelectorAll(".name, .partner"))];
const names = () => fields().map(nameOf);

/** @param {HTMLInputElement} field */
const partnerOf = (field) =>
  /** @type {HTMLInputElement | null | undefined} */ (field.closest(".row")?.querySelector(".partner"));

// The name of a row, with that of the partner. As `_side` in forms.py.
/** @param {HTMLInputElement} field */
const nameOf = (field) => [field.value, partnerOf(field)?.value ?? ""].map(tidy).filter(Boolean).join(AND);
// As `_apart` in forms.py.
/** @param {string} side */
function apart(side) {
  const at = side.indexOf(AND);
  return at < 0 ? [side] : [side.slice(0, at), side.slice(at + AND.length)];
}
const key = location.pathname.split("/").at(-1) ?? "";
const before = new URLSearchParams(location.search).get("again"); // the game to play again
const wanted = again[before ?? key];
// Without a card nothing can start, and nothing below is asked for.
/** @param {string} name */
const cardOf = (name) =>
  /** @type {WithData<"name" | "rules" | "packed">} */ (
    [...form.querySelectorAll("[data-rules]")].find(({ dataset }) => dataset.rules === name)
  );
const rules = cardOf(wanted?.rules ?? before ?? key)?.dataset;
const anew = rules?.anew ?? rules?.packed; // the address of its cached table
const limits = { least: Number(rules?.least), most: Number(rules?.most) };

function addRow(name = "") {
  const row = document.createElement("template");
  const number = fields().length + 1;
  const [one, other] = rules?.partners ? apart(name) : [name];
  row.innerHTML = /** @type {Element} */ (templates("row").firstElementChild).outerHTML
    .replaceAll("{row}", String(number - 1))
    .replaceAll("{number}", String(number));
  row.content.querySelector(".up")?.toggleAttribute("disabled", number === 1);
  rows.append(row.content);
  fill(fields()[number - 1], one, other);
}

/** @param {HTMLInputElement} field @param {string} name @param {string} [partner] */
function fill(field, name, partner = "") {
  const other = partnerOf(field);
  field.value = name;
  if (other) other.value = partner;
}

// Whether two names have a line of their own, and nobody of them is here.
/** @param {string} side @param {string[]} here */
function hasRoomFor(side, here) {
  const people = rules.partners ? apart(side) : [];
  const hasLine = fields().length < limits.most || names().includes("");
  return people.length < 2 || (hasLine && !people.some((name) => here.includes(folded(tidy(name)))));
}

// Update everything that depends on the names: colours, suggestions, whether there is room.
function look() {
  const colours = coloursOf(names(), known);
  const here = [...names(), ...lines().map(({ value }) => tidy(value))].filter(Boolean).map(folded);
  const isFull = fields().length >= limits.most && lines().every(({ value }) => tidy(value));
  /** @type {NodeListOf<HTMLButtonElement>} */ const chips = form.querySelectorAll(".chip");
  [...rows.children].forEach((row, number) => (row.className = `row seat-${colours[number] + 1}`));
  for (const chip of chips)
    chip.disabled = isFull || here.includes(folded(chip.value)) || !hasRoomFor(chip.value, here);
  form.querySelector("[value=more]")?.toggleAttribute("hidden", fields().length >= limits.most);
}

/** @param {HTMLInputElement | null | undefined} one @param {HTMLInputElement | null | undefined} other */
function swap(one, other) {
  if (one && other) [one.value, other.value] = [other.value, one.value];
}

/** @type {Record<string, (value: string) => void>} */
const STEPS = {
  add(name) {
    const [one, other] = rules.partners ? apart(name) : [name];
    const line = fields().find((field) => !nameOf(field));
    const free = lines().find(({ value }) => !tidy(value));
    if (other && line) fill(line, one, other);
    else if (free && !other) free.value = name;
    else addRow(name);
  },
  more() {
    addRow();
    fields().at(-1)?.focus();
  },
  up(number) {
    const row = Number(number);
    const [one, other] = [fields()[row - 1], fields()[row]];
    swap(one, other);
    swap(partnerOf(one), partnerOf(other));
    const moved = { [row]: row - 1, [row - 1]: row }[form.elements.dealer.value];
    if (moved !== undefined) dealers()[moved].checked = true;
  },
};

/** @param {NameFault[]} found */
function tell(found) {
  mark(found);
  lines()
    .find((field) => field.hasAttribute("aria-invalid"))
    ?.focus();
}

// All errors; nobody may sit at two sides.
function everyFault() {
  const found = faults(names(), limits);
  const again = rules.partners ? sittingTwice(fields().map(sideOf)) : [];
  return [...found, ...again.filter(([row]) => !found.some(([other]) => other === row))];
}

/** @param {HTMLInputElement} field */
const sideOf = (field) => [field.value, partnerOf(field)?.value ?? ""];

// The field of a row with an error: the partner's, if the name alone would do. As `_check_one` in forms.py.
/** @param {HTMLInputElement} field @param {string} code */
function wrongOf(field, code) {
  const before = fields().slice(0, fields().indexOf(field)).map(sideOf);
  const nameFits =
    code === "again"
      ? sittingTwice([...before, [field.value]]).length === sittingTwice(before).length
      : !faults([tidy(field.value)], { least: 0, most: 1 }).length;
  return (["long", "unseen", "again"].includes(code) && nameFits && partnerOf(field)) || field;
}

/** @param {NameFault[]} found */
function mark(found) {
  for (const error of rows.querySelectorAll(".error")) error.remove();
  for (const field of lines()) field.removeAttribute("aria-invalid");
  for (const [row, code] of found) {
    const field = wrongOf(fields()[row], code);
    const [long, count] = [[...names()[row]].length, names().filter(Boolean).length];
    /** @type {Record<string, unknown>} */
    const figures = { game: rules.name, ...limits, long, count };
    const said = templates(code)
      .textContent.trim()
      .replace(/{(\w+)}/g, (_, name) => String(figures[name]));
    const place = /** @type {HTMLElement} */ (field.closest(".row"));
    const error = place.querySelector(".error") ?? document.createElement("p");
    const textContent = `${error.textContent} ${said}`.trim();
    Object.assign(error, { className: "error", id: `${field.id}-error`, textContent });
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", error.id);
    place.append(error);
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
  const found = everyFault();
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
  /** @type {WithData<"step", HTMLButtonElement> | null} */
  const step = /** @type {Element} */ (target).closest("[data-step]");
  if (!step) return;
  STEPS[step.dataset.step](step.value);
  look();
  // The tapped suggestion keeps its place, disabled: focus the next one, or a keyboard user would start at the top.
  if (step.disabled)
    (form.querySelector(".chip:enabled") ?? form.querySelector("[value=more]:not([hidden])"))?.focus();
});
form.addEventListener("input", () => {
  look();
  if (rows.querySelector(".error"))
    mark(everyFault().filter(([row, code]) => wrongOf(fields()[row], code).hasAttribute("aria-invalid")));
});
goOnByEnter(form, lines);

// Without its cached table no game can start; a rematch has its people.
async function open() {
  if (!(await isReady())) return trouble.replaceChildren(templates("none-ready").cloneNode(true));
  find("which").textContent = rules.name;
  const card = form.querySelector(`[data-rules="${CSS.escape(rules.rules)}"]`);
  for (const part of [form, find("deal"), card]) part?.removeAttribute("hidden");
  form.querySelector("[value=more]")?.replaceChildren(templates("add").cloneNode(true));
  find("deal").querySelector("button")?.replaceChildren(templates("deal").cloneNode(true));
  const { people, dealer } = wanted ?? { people: [], dealer: 0 };
  const usual = rules.partners ? SIDES : ROWS;
  for (let n = 0; n < Math.max(Math.min(usual, limits.most), limits.least, people.length); n += 1) addRow(people[n]);
  dealers()[dealer].checked = true;
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
