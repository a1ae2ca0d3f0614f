// Counting a hand: keys instead of the system keyboard, and every tap kept on the server.
import "./again.js";
import { DEAF } from "./deaf.js";
import { handSizes } from "./hand_sizes.js";
import { forgetErrors, makeKeeper, sayNothing } from "./keeping.js";
import { element } from "./keys.js";
import { drawMeter } from "./meter.js";
import { makePart } from "./part.js";
import { makeStepper } from "./stepper.js";
import "./swipe.js";

const TELL_EVERY = 60_000;
const MODE = "companion-mode";

const form = document.getElementById("hand");
const find = (id) => document.getElementById(id);
const keeper = makeKeeper(form, { body, draw, heard: tellNews });
let parts, left, buys, downs, sizes;
let touched = false; // whether anything was tapped here since the hand was drawn
let downByHand = false;
let isAsBefore = false; // totals are typed, because that was chosen before
let news = null;

// The hand as the server has drawn it.
function open() {
  parts = [...form.querySelectorAll(".part")].map((root) => makePart(root, form.dataset, changed));
  left = parts.at(-1); // what is left in hand; what was melded comes before it
  for (const box of form.querySelectorAll(".part-of-two")) box.name = "part"; // one open at a time
  const stepper = form.querySelector(".stepper");
  buys = stepper && makeStepper(stepper, changed);
  sizes = form.dataset.dealt ? handSizes(form.dataset) : null;
  downs = [...form.querySelectorAll("[name=down]")];
  for (const radio of downs) {
    radio.addEventListener("change", () => {
      downByHand = true;
      changed();
    });
  }
  begin(form.dataset.typed === "1");
}

function begin(isTouched) {
  [touched, downByHand, isAsBefore] = [isTouched, false, isBlank() && localStorage.getItem(MODE) === "total"];
  setMode(isAsBefore || parts.some((part) => part.hasTotal()));
}

const isBlank = () => parts.every((part) => part.isBlank());
const knowsSizes = () => sizes !== null;
const bought = () => buys?.said() ?? null;

// What the cards show of being down; the keeper may say otherwise.
function shownDown() {
  if (!knowsSizes()) return null;
  if (left.isTotal()) return left.points() > 0 && left.points() < Number(form.dataset.least) ? "yes" : null;
  const down = sizes.down(left.cards(), bought());
  return down === null ? null : down ? "yes" : "no";
}

// Who was said to be down, here or at the table, has no whole hand.
function mostHeld() {
  if (!knowsSizes()) return Number(form.dataset.mostHeld || Infinity);
  const radio = downs.find(downByHand ? ({ checked }) => checked : ({ defaultChecked }) => defaultChecked);
  const isSaid = downByHand || !form.dataset.shown;
  return isSaid && radio?.value === "yes" ? sizes.likely(bought()) : sizes.most(bought());
}

function changed() {
  touched = true;
  show();
  keeper.changed(parts.some((part) => part.isHalfTyped()));
}

function body() {
  const data = new FormData(form); // but for what does not count
  if (!downByHand && shownDown()) data.delete("down"); // what the cards show, the server sees too
  return data;
}

function show() {
  const melded = parts.length > 1 ? parts[0].points() : 0;
  const points = parts.length > 1 ? melded - left.points() : left.points();
  for (const part of parts) part.tell();
  find("points").textContent = String(points).replace("-", "−");
  find("points").classList.toggle("long", find("points").textContent.length > 3);
  left.limitTimes(mostHeld());
  if (parts.length > 1) parts[0].limitTimes(Infinity);
  if (touched) tickDown();
  if (downByHand) showTaken(false);
  if (knowsSizes()) showSizes();
  tellUndo();
}

function showSizes() {
  const cards = left.cards();
  const [held, fill, most] = [sizes.held(cards, bought()), sizes.fill(cards, bought()), sizes.ifDown(bought())];
  const numbers = { size: cards, held, fill, most, missing: fill - cards, whole: sizes.whole(bought() ?? 0) };
  for (const [name, number] of Object.entries(numbers)) {
    for (const span of document.querySelectorAll(`:is(#sum, #hand) .${name}`)) span.textContent = number;
  }
  find("counted").hidden = left.isTotal();
  drawMeter(find("meter"), held, cards);
  find("meter").classList.toggle("none", left.isTotal());
  tellTyped();
  for (const rest of form.querySelectorAll(".rest:not(.none)")) rest.hidden = fill === null || left.isTotal() || isLitDown();
  for (const words of form.querySelectorAll(".some-left")) words.hidden = !most;
  for (const words of form.querySelectorAll(".none-left")) words.hidden = Boolean(most);
  const isMore = fill > sizes.whole(bought() ?? 0);
  for (const words of form.querySelectorAll(".to-whole")) words.hidden = isMore;
  for (const words of form.querySelectorAll(".to-bought")) words.hidden = !isMore;
  showBuys(cards);
}

// "15 cards: one buy", as long as nobody says how often the player bought, or that they are down.
function showBuys(cards) {
  if (!buys) return;
  const isWhole = !left.isTotal() && downs.some((radio) => radio.checked && radio.value === "no");
  const shown = isWhole ? sizes.shown(cards) : null;
  buys.show(shown);
  const words = find("bought");
  words.textContent = (bought() === null && words.dataset.words.split("|")[shown]) || "";
}

const isLitDown = () => downs.some(({ checked, value }) => checked && value === "yes"); // such a hand is no whole one

// A few cards are all that is left to one who is down, or the first of many: as long as both may be, neither is
// ticked, but it shows what the hand is taken for as it stands.
function tickDown() {
  if (downByHand) return;
  const said = form.dataset.shown ? undefined : downs.find((radio) => radio.defaultChecked)?.value;
  const shown = shownDown();
  const isOpen = shown === "yes" && said !== "yes";
  const known = shown ?? said ?? (left.isTotal() && left.points() > 0 ? "no" : "");
  for (const radio of downs) radio.checked = !isOpen && radio.value === known;
  showTaken(isOpen);
}

function showTaken(isDown) {
  for (const radio of downs) radio.parentElement.classList.toggle("taken", isDown && radio.value === "yes");
  for (const words of form.querySelectorAll(".as-it-stands")) words.hidden = !isDown || left.isTotal();
}

const isTakenAsDown = () => downs.some((radio) => radio.parentElement.matches(".taken"));

// What a typed total is taken for, and why; and what becomes of it among the keys.
function tellTyped() {
  for (const words of find("typed").children) words.hidden = !left.isTotal() || !words.matches(`.${typedAs()}`);
}

function typedAs() {
  if (!left.isTyping()) return "waits";
  if (left.isBlank()) return isAsBefore ? "as-before" : "plain";
  if (isTakenAsDown()) return "below-least";
  if (downByHand || !downs.length) return "plain";
  return isLitDown() ? "marked" : "not-marked";
}

// Undo while counting takes back what was counted here; before that, the step that led here.
const undo = element("button", { className: "btn ghost undo", id: "undo-count" });
undo.innerHTML = `<span><span></span><span class="sr">: </span><small></small></span>`;

function tellUndo() {
  const isMine = touched || Number(form.dataset.counted) > Number(form.elements.opened.value);
  const before = find("undo-button");
  const isBefore = before !== null && !isMine && !isStale();
  if (before) before.hidden = !isBefore;
  const [words] = undo.children;
  words.firstChild.textContent = form.dataset.undo;
  words.lastChild.textContent = form.dataset.undone;
  undo.disabled = !isMine; // its place is there before it is needed
  const dock = find("dock");
  if (isBefore) undo.remove();
  else if (dock?.firstElementChild !== undo) dock?.prepend(undo); // put there again, it would lose a press and the focus
}

// In a dock that stays as it is: the step that it would take back is no longer the last one.
const lastStep = (page) => page.getElementById("undo")?.elements.undo.value;
const isStale = () => Boolean(news) && !find("dock").matches("[data-live]") && lastStep(document) !== lastStep(news);

undo.addEventListener("click", () => {
  form.reset();
  keeper.undo();
  begin(false);
});

// The others see who is counting; a phone that was put away is counting no more.
function tellTheOthers() {
  if (document.visibilityState === "visible" && form.isConnected) keeper.tellTheOthers();
}
tellTheOthers();
setInterval(tellTheOthers, TELL_EVERY);

addEventListener("pageshow", (event) => event.persisted && location.reload());

// What was said of the step before goes with the next one, also where that changes no card.
addEventListener("click", sayNothing, true);

// The game goes on elsewhere. A hand that nobody touched here shows what was counted there; of one that was touched
// it is said, and what is typed stays as it is.
document.addEventListener("news", async ({ detail: page }) => {
  news = page;
  await keeper.heard();
  tellNews();
});

function tellNews() {
  tellUndo();
  if (!news || !keeper.isSure() || !form.isConnected) return;
  const now = news.getElementById("hand");
  const isNewer = now && Number(now.elements.version.value) >= Number(form.elements.version.value);
  const isOver = now?.dataset.round !== form.dataset.round; // there is nothing to do here but to leave
  const isOther = isNewer && !isOver && said(now) !== said(form);
  const isMine = touched && !isBlank();
  const isOurs = touched && now?.dataset.counted === form.dataset.counted; // as this page has kept it
  if (isOther && !isOurs && !isMine && keeper.isQuiet()) drawTheirs(now);
  else find("hand-changed").hidden = !(isMine && isNewer) || now.dataset.counted === form.dataset.counted;
  find("round-changed").hidden = !isOver;
  find("dock").hidden = isOver;
}

// What a hand says as it was drawn: its fields but for the stamp, and the entry that it comes from. Buttons say nothing,
// and those in the dock are of whichever page they were moved to.
const STAMP = ["csrf_token", "key", "version", "opened"];
const isSaid = ({ name, tagName }) => name && tagName !== "BUTTON" && !STAMP.includes(name);
const said = ({ dataset, elements }) => [dataset.counted, ...[...elements].filter(isSaid).map(drawnAs)].join("&");
const drawnAs = ({ name, type, value, defaultValue, defaultChecked }) =>
  `${name}=${type === "radio" ? `${value}:${defaultChecked}` : defaultValue}`;

function drawTheirs(now) {
  if (find("said").textContent.trim() === form.dataset.takenBack) sayNothing(); // it is counted again
  draw(now);
  form.inert = true;
  setTimeout(() => (form.inert = false), DEAF);
}

function draw(next) {
  news = null; // this is newer
  find("sum").replaceWith(next.ownerDocument.getElementById("sum"));
  form.replaceChildren(...next.childNodes);
  Object.assign(form.dataset, next.dataset);
  forgetErrors(form);
  find("hand-changed").hidden = true;
  open();
}

// What is melded and what is left are both asked for before anybody walks on.
form.addEventListener("submit", (event) => {
  const missing = parts.find((part) => part.isBlank());
  if (!missing || isBlank() || event.submitter?.name.startsWith("rest")) return;
  event.preventDefault();
  missing.ask();
}, true);

// One key for the whole page switches between keys and totals, and the phone remembers it.
const mode = Object.assign(document.createElement("button"), { type: "button", className: "icon words", id: "mode" });

function setMode(typing) {
  for (const part of parts) part.setTyping(typing);
  mode.textContent = typing ? form.dataset.cardsWord : form.dataset.totalWord;
  show();
}

mode.addEventListener("click", () => {
  const before = parts.map((part) => part.isTotal()).join();
  localStorage.setItem(MODE, left.isTyping() ? "cards" : "total");
  isAsBefore = false;
  setMode(!left.isTyping());
  if (!isBlank() && parts.map((part) => part.isTotal()).join() !== before) changed();
});
form.addEventListener("formdata", ({ formData }) => parts.forEach((part) => part.leaveOut(formData)));
find("sum").before(mode);

addEventListener("keydown", (event) => {
  if (left.isTyping() && !event.target.matches("input") && !event.ctrlKey && !event.metaKey) {
    parts.find((part) => part.isOpen())?.type(event.key);
  }
});

open();
