// Updates the page of a hand after each tap, from the view model of the typed hand.
import { figure } from "../../drawing/figures.js";
import { isFilled } from "../../drawing/morph.js";
import { handSizes } from "../../rules/judging/hand_sizes.js";

// One cell per card. Existing cells are reused.
/** @param {Element} meter @param {number} held @param {number} cards */
function drawMeter(meter, held, cards) {
  if (meter.childElementCount !== held) lay(meter, held);
  [...meter.children].forEach((cell, number) => cell.classList.toggle("have", number < cards));
}

/** @param {Element} meter @param {number} held */
function lay(meter, held) {
  const cells = Array.from({ length: held }, (_, number) => {
    const cell = document.createElementNS(meter.namespaceURI, "rect");
    const shape = { x: number * 10, width: 8.6, height: 14, rx: 1.4 };
    for (const [name, value] of Object.entries(shape)) cell.setAttribute(name, String(value));
    return cell;
  });
  meter.setAttribute("viewBox", `0 0 ${held * 10 - 1.4} 14`);
  meter.replaceChildren(...cells);
  isFilled(meter);
}

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {HTMLElement} form @param {string} of */
const all = (form, of) => /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(of));
// Elements that do not change keep their layout.
/** @param {HTMLElement} node @param {string | number} words */
const write = (node, words) => node.textContent !== String(words) && (node.textContent = String(words));

// `view` is the view model of the typed hand, `typed` its form, `isTaken` whether it counts as down; `words` renders a
// sentence of the page by its name.
/**
 * @param {HandForm} form @param {TypedHand} typed @param {CountView} view @param {boolean} isTaken
 * @param {{ ruleset: Ruleset, deal: Deal }} rules @param {Say} words
 */
export function showFigures(form, typed, view, isTaken, { ruleset, deal }, words) {
  const { sizes, points, parts } = view;
  const rest = /** @type {Rest} */ (view.rest);
  typed.parts.forEach((part, n) => part.tell(parts[n]?.points ?? points));
  write(find("points"), typed.isUnreadable() ? "–" : figure(points));
  find("points").classList.toggle("long", String(points).length > 3);
  limitTimes(typed, view, ruleset, deal);
  const isTotal = typed.left.isTotal() || typed.hasPrice();
  for (const radio of all(form, "[name=down]"))
    radio.parentElement?.classList.toggle("taken", isTaken && isTotal && radio.value === "yes");
  for (const box of all(form, ".facts")) box.classList.toggle("asks", typed.isDownOpen());
  for (const none of all(form, ".rest.none [value=none]"))
    none.disabled = isTotal ? points > 0 && parts.length === 0 : sizes.size > 0;
  for (const told of all(form, ".limit")) told.classList.toggle("over", sizes.is_over && !typed.left.isTotal());
  for (const counted of all(form, ".limit b")) counted.hidden = typed.left.isTotal();
  if (sizes.held === null && sizes.most_held !== null)
    for (const counted of all(form, ".limit .size")) write(counted, sizes.size);
  if (sizes.held === null) return;
  const isLitDown = typed.checked() === "yes"; // such a hand is not a whole one
  const held = (isLitDown && sizes.held_if_down) || sizes.held;
  showSizes(form, { ...sizes, held });
  for (const id of ["still", "still-low"])
    find(id).replaceChildren(...(isTaken && !isTotal ? words("still_to_count", sizes) : []));
  find("counted").hidden = isTotal;
  drawMeter(find("meter"), held, sizes.size);
  find("meter").classList.toggle("none", isTotal);
  for (const told of all(find("typed"), ":scope > *"))
    told.hidden = !told.matches(`.${typed.typedAs(isTaken, rest.ends_round) || "nothing"}`);
  for (const one of all(form, ".rest:not(.none)")) one.hidden = !rest.is_offered || isTotal || isLitDown;
  if (rest.is_offered) tellRest(rest, words);
  for (const button of all(form, ".rest:not(.none) button")) {
    button.disabled = !rest.classes.some(({ key, fits }) => fits && key === button.value);
    button.classList.toggle("writes", rest.ends_round);
  }
  for (const saves of all(form, "#rest-saves")) write(saves, rest.ends_round ? form.dataset.saves : "");
  showBuys(typed, sizes, isTotal, words);
}

/** @param {HandForm} form @param {Sizes & { held: number }} sizes */
function showSizes(form, { size, held, whole, most }) {
  for (const [name, number] of Object.entries({ size, held, whole, most })) {
    for (const span of document.querySelectorAll(`:is(#sum, #hand) .${name}`)) write(span, number);
  }
  for (const words of all(form, ".some-left")) words.hidden = !most;
  for (const words of all(form, ".none-left")) words.hidden = Boolean(most);
}

// The cards that a whole hand lacks; the server's version stays until the templates have loaded.
/** @param {Rest} rest @param {Say} words */
function tellRest(rest, words) {
  const line = find("rest");
  const told = `${rest.cards} ${rest.missing}`;
  if (!line || line.dataset.told === told) return;
  const said = words("rest", rest);
  if (!said.length) return;
  line.replaceChildren(...said);
  line.dataset.told = told;
}

// "15 cards: one buy", unless the number of buys was entered or the player is marked as down.
/** @param {TypedHand} typed @param {Sizes} sizes @param {boolean} isTotal @param {Say} words */
function showBuys(typed, sizes, isTotal, words) {
  if (!typed.buys) return;
  const shown = !isTotal && typed.checked() === "no" ? sizes.shown_buys : null;
  typed.buys.show(shown);
  find("bought").replaceChildren(...(shown ? words("bought", { ...sizes, shown_buys: shown }) : []));
}

// A player who is marked as down has no whole hand.
/** @param {TypedHand} typed @param {CountView} view @param {Ruleset} ruleset @param {Deal} deal */
function limitTimes(typed, { seat, sizes }, ruleset, deal) {
  const found = handSizes(ruleset, deal, seat, typed.buys?.said() ?? null);
  const whole = typed.saidDown() === "yes" ? found?.likely_after_contract : found?.without_contract.at(-1);
  typed.left.limitTimes(whole ?? sizes.most_held ?? Infinity);
  if (typed.parts.length > 1) typed.parts[0].limitTimes(Infinity);
}

// Questions and errors about a hand that cannot be stored yet.

// In the place of the row of multipliers, which a blank hand does not need, so no key moves.
/** @param {Node[]} words */
export function showRefusal(words) {
  for (const told of document.querySelectorAll("main .trouble")) told.remove();
  const row = [...document.querySelectorAll("#hand .times")].find((one) => one.checkVisibility());
  (row ?? document.getElementById("hand"))?.before(...words);
  document.querySelector("main .trouble")?.focus();
}

// Remove the message with its cause; its place remains, so that nothing moves.
/** @param {HTMLElement} form */
export function forgetErrors(form) {
  for (const error of document.querySelectorAll("main .trouble, #hand .error")) error.classList.add("settled");
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby"); // else a screen reader would still read it
  }
}

const THEIRS_FOR = 4000; // ms
/** @param {string} words */
const message = (words, kind = "") =>
  Object.assign(document.createElement("p"), { className: `said ${kind}`, textContent: words });

/** @param {HandForm} form */
export const takenBack = (form) => message(form.dataset.takenBack);

// It stays while the user keeps tapping, because they have not seen the count that they add to.
/** @param {HandForm} form */
export function theirs(form) {
  const told = message(form.dataset.theirs, "theirs");
  setTimeout(() => told.remove(), THEIRS_FOR);
  return told;
}
