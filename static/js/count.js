// Counting a hand: keys instead of the system keyboard, and every tap kept on the server.
import { handSizes } from "./hand_sizes.js";
import { makePart } from "./part.js";
import { makeStepper } from "./stepper.js";

const SAVE_AFTER = 250;
const RETRY_AFTER = 2000;
const TELL_EVERY = 60_000;
const MODE = "companion-mode";

const form = document.getElementById("hand");
const parts = [...form.querySelectorAll(".part")].map((root) => makePart(root, form.dataset, changed));
const left = parts.at(-1); // what is left in hand; what was melded comes before it
const sign = parts.length > 1 ? -1 : 1;
const stepper = form.querySelector(".stepper");
const buys = stepper && makeStepper(stepper, changed);
const downs = [...form.querySelectorAll("[name=down]")];
const kept = document.getElementById("kept");
const counted = document.getElementById("counted");
let downByHand = false;

const sizes = form.dataset.dealt ? handSizes(form.dataset) : null;
const knowsSizes = sizes !== null;
const bought = () => buys?.said() ?? null;

// What the cards show of being down; the keeper may say otherwise.
function shownDown() {
  if (!knowsSizes) return null;
  if (left.isTyping()) return left.points() > 0 && left.points() < Number(form.dataset.least) ? "yes" : null;
  const down = sizes.down(left.cards(), bought());
  return down === null ? null : down ? "yes" : "no";
}

// Who was said to be down, here or at the table, has no whole hand.
function mostHeld() {
  if (!knowsSizes) return Number(form.dataset.mostHeld || Infinity);
  const radio = downs.find(downByHand ? ({ checked }) => checked : ({ defaultChecked }) => defaultChecked);
  const isSaid = downByHand || !form.dataset.shown;
  return isSaid && radio?.value === "yes" ? sizes.likely(bought()) : sizes.most(bought());
}

function show() {
  const melded = parts.length > 1 ? parts[0].points() : 0;
  for (const part of parts) part.tell();
  const points = melded + sign * left.points();
  document.getElementById("points").textContent = String(points).replace("-", "−");
  left.limitTimes(mostHeld());
  if (parts.length > 1) parts[0].limitTimes(Infinity);
  preTickDown();
  if (knowsSizes) showSizes();
}

function showSizes() {
  const cards = left.cards();
  const [held, fill, most] = [sizes.held(cards, bought()), sizes.fill(cards, bought()), sizes.ifDown(bought())];
  const numbers = { size: cards, held, fill, most, missing: fill - cards, whole: sizes.whole(bought() ?? 0) };
  for (const [name, number] of Object.entries(numbers)) {
    for (const span of form.querySelectorAll(`.${name}`)) span.textContent = number;
  }
  counted.hidden = left.isTyping();
  Object.assign(document.getElementById("meter"), { max: held, value: left.isTyping() ? 0 : cards });
  for (const rest of form.querySelectorAll(".rest:not(.none)")) rest.hidden = fill === null;
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
  const isWhole = !left.isTyping() && downs.some((radio) => radio.checked && radio.value === "no");
  const shown = isWhole ? sizes.shown(cards) : null;
  buys.show(shown);
  const words = document.getElementById("bought");
  words.textContent = (bought() === null && words.dataset.words.split("|")[shown]) || "";
}

function preTickDown() {
  if (downByHand) return;
  const said = form.dataset.shown ? undefined : downs.find((radio) => radio.defaultChecked)?.value;
  const shown = shownDown() ?? said ?? (left.isTyping() && left.points() > 0 ? "no" : "");
  for (const radio of downs) radio.checked = radio.value === shown;
}

// Saving: the newest state of the hand, one request at a time.
let timer = 0;
let saving = null;
let unsent = false;
let unanswered = null; // what was sent and may be kept all the same: sent again it is written once

function changed() {
  show();
  unsent = true;
  if (kept.textContent === kept.dataset.kept) kept.textContent = "";
  clearTimeout(timer);
  if (!parts.some((part) => part.isHalfTyped())) timer = setTimeout(save, SAVE_AFTER);
}

function body() {
  const data = new FormData(form);
  data.set("then", "stay");
  if (!downByHand && shownDown()) data.delete("down"); // what the cards show, the server sees too
  data.set("key", [...crypto.getRandomValues(new Uint32Array(4))].join("-"));
  return data;
}

// `saving` is the last one waiting: whoever waits for it has waited for all of them.
function save() {
  clearTimeout(timer);
  const mine = Promise.resolve(saving).then(send).then(() => {
    if (saving === mine) saving = null;
  });
  saving = mine;
  return mine;
}

async function send() {
  const isAgain = unanswered !== null;
  unsent = isAgain;
  unanswered ??= body();
  try {
    const answer = await fetch(form.action, { method: "POST", body: unanswered });
    if (answer.status >= 500) return tryAgain();
    unanswered = null;
    await hear(answer, isAgain);
  } catch {
    tryAgain();
  }
}

async function hear(answer, isAgain) {
  if (answer.status === 204) {
    form.elements.version.value = answer.headers.get("X-Companion-Version");
    form.dataset.counted = answer.headers.get("X-Companion-Counted");
    kept.textContent = unsent ? "" : kept.dataset.kept;
    tellNews();
  }
  if (isAgain) await send(); // what was tapped since
  else if (answer.status === 409) showChoice(await answer.text());
  else if (answer.status !== 204) notKept(kept.dataset.wrong);
}

function notKept(words) {
  unsent = true;
  kept.textContent = words;
}

// Another phone was faster: the answer is a page that shows both hands, or that the game went on.
function showChoice(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const part of ["header", "main", ".dock"]) {
    const next = page.querySelector(part);
    if (next) document.querySelector(part).replaceWith(next);
    else document.querySelector(part).remove();
  }
  document.title = page.title;
  document.querySelector("[role=alert]")?.focus();
}

function tryAgain() {
  notKept(kept.dataset.lost);
  timer = setTimeout(save, RETRY_AFTER);
}

let sure = false;
form.addEventListener("submit", async (event) => {
  if (!navigator.onLine) { // the browser's own error page would take what is typed with it
    event.preventDefault();
    kept.textContent = kept.dataset.lost;
    return;
  }
  clearTimeout(timer);
  unsent = false; // the form itself sends it
  if (sure || !(saving || unanswered)) return;
  event.preventDefault();
  await (saving ?? save());
  if (!form.isConnected) return; // another phone was faster, and the choice is shown instead
  if (unanswered) return; // it is tried again, and nobody is led away from what is not kept
  sure = true;
  form.requestSubmit(event.submitter);
});

addEventListener("pagehide", () => {
  const closed = new FormData();
  closed.set("csrf_token", form.elements.csrf_token.value);
  closed.set("closed", "yes");
  navigator.sendBeacon(`${form.action}/open`, closed);
  if (!unsent) return;
  const data = body();
  data.set("then", "leave");
  if (saving) data.set("version", Number(data.get("version")) + 1); // what is under way came first
  navigator.sendBeacon(form.action, data);
});
// The others see who is counting; a phone that was put away is counting no more.
async function tellTheOthers() {
  if (document.visibilityState !== "visible" || !form.isConnected) return;
  const data = new FormData();
  data.set("csrf_token", form.elements.csrf_token.value);
  await fetch(`${form.action}/open`, { method: "POST", body: data }).catch(() => {});
}
tellTheOthers();
setInterval(tellTheOthers, TELL_EVERY);

addEventListener("pageshow", (event) => event.persisted && location.reload());

for (const radio of downs) {
  radio.addEventListener("change", () => {
    downByHand = true;
    changed();
  });
}

// The game goes on elsewhere: say so when it concerns this hand, and touch nothing that is typed.
let news = null;

document.addEventListener("news", async ({ detail: page }) => {
  news = page;
  await saving;
  tellNews();
});

function tellNews() {
  if (!news || unanswered || !form.isConnected) return;
  const now = news.getElementById("hand");
  const isNewer = now && Number(now.elements.version.value) >= Number(form.elements.version.value);
  document.getElementById("hand-changed").hidden = !isNewer || now.dataset.counted === form.dataset.counted;
  const isOver = now?.dataset.round !== form.dataset.round; // there is nothing to do here but to leave
  document.getElementById("round-changed").hidden = !isOver;
  document.querySelector(".dock").hidden = isOver;
}

// With many hands, or long names, the one being counted is in sight.
document.querySelector(".person[aria-current]").scrollIntoView({ inline: "center", block: "nearest" });

// One key for the whole page switches between keys and totals, and the phone remembers it.
const mode = Object.assign(document.createElement("button"), { type: "button", className: "icon words", id: "mode" });

function setMode(typing) {
  for (const part of parts) part.setTyping(typing);
  mode.textContent = typing ? form.dataset.cardsWord : "123";
  show();
}

mode.addEventListener("click", () => {
  localStorage.setItem(MODE, left.isTyping() ? "cards" : "total");
  setMode(!left.isTyping());
});
document.querySelector(".bar").append(mode);
const isBlank = parts.every((part) => !part.cards());
setMode(parts.some((part) => part.hasTotal()) || (isBlank && localStorage.getItem(MODE) === "total"));

addEventListener("keydown", (event) => {
  if (left.isTyping() && !event.target.matches("input") && !event.ctrlKey && !event.metaKey) {
    parts.find((part) => part.isOpen())?.type(event.key);
  }
});
