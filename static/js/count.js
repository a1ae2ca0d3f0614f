// Counting a hand: keys instead of the system keyboard, and every tap kept on the server.
import { count, element, setCount, tapKeys } from "./keys.js";

const SAVE_AFTER = 250;
const RETRY_AFTER = 2000;
const MODE = "companion-mode";

const form = document.getElementById("hand");
const keys = tapKeys(form, (key) => {
  choose(key);
  changed();
});
const total = form.querySelector(".by-total input");
const byCards = form.querySelector(".by-cards");
const byTotal = form.querySelector(".by-total");
const buys = form.querySelector("[name=buys]");
const downs = [...form.querySelectorAll("[name=down]")];
const kept = document.getElementById("kept");
let downByHand = false;

const cards = () => keys.reduce((sum, key) => sum + count(key), 0);
const isTyping = () => !byTotal.hidden;
const bought = () => (Number(buys?.value) || 0) * Number(form.dataset.cardsEach);
const first = Number(buys?.defaultValue ?? 0) * Number(form.dataset.cardsEach);
const held = () => Number(form.dataset.held) - first + bought();
const most = () => Number(form.dataset.most) - first + bought();

function typedPoints() {
  const parts = total.value.replaceAll(" ", "").split("+").filter(Boolean);
  return parts.reduce((sum, part) => sum + (Number(part) || 0), 0);
}

function points() {
  return isTyping() ? typedPoints() : keys.reduce((sum, key) => sum + count(key) * key.value, 0);
}

// As many cards as were dealt: not down. No more than the contract leaves: down. The keeper may say otherwise.
function shownDown() {
  if (isTyping()) return typedPoints() > 0 && typedPoints() < Number(form.dataset.least) ? "yes" : null;
  if (cards() === held()) return "no";
  return cards() > 0 && cards() <= most() ? "yes" : null;
}

function show() {
  document.getElementById("points").textContent = points();
  const counted = document.getElementById("counted");
  counted.textContent = counted.textContent.replace(/\d+/, cards()).replace(/\d+(?=\D*$)/, held());
  counted.hidden = isTyping();
  document.getElementById("meter").value = isTyping() ? 0 : cards();
  const missing = held() - cards();
  for (const span of form.querySelectorAll(".missing")) span.textContent = missing;
  for (const rest of form.querySelectorAll(".rest")) rest.hidden = missing < 1;
  preTickDown();
}

function preTickDown() {
  if (downByHand) return;
  const shown = shownDown();
  for (const radio of downs) radio.checked = shown ? radio.value === shown : radio.defaultChecked;
}

// Saving: the newest state of the hand, one request at a time.
let timer = 0;
let saving = null;
let unsent = false;

function changed() {
  show();
  unsent = true;
  if (kept.textContent === kept.dataset.kept) kept.textContent = "";
  clearTimeout(timer);
  timer = setTimeout(save, SAVE_AFTER);
}

function body() {
  const data = new FormData(form);
  data.set("then", "stay");
  data.set("key", [...crypto.getRandomValues(new Uint32Array(4))].join("-"));
  return data;
}

async function save() {
  clearTimeout(timer);
  await saving;
  saving = send();
  await saving;
  saving = null;
}

async function send() {
  unsent = false;
  try {
    const answer = await fetch(form.action, { method: "POST", body: body() });
    if (answer.status === 204) {
      form.elements.version.value = answer.headers.get("X-Companion-Version");
      kept.textContent = unsent ? "" : kept.dataset.kept;
    } else if (answer.status === 409) {
      kept.textContent = kept.dataset.stale;
    }
  } catch {
    unsent = true;
    kept.textContent = kept.dataset.lost;
    timer = setTimeout(save, RETRY_AFTER);
  }
}

let sure = false;
form.addEventListener("submit", async (event) => {
  clearTimeout(timer);
  unsent = false; // the form itself sends it
  if (!saving || sure) return;
  event.preventDefault();
  await saving;
  sure = true;
  form.requestSubmit(event.submitter);
});

addEventListener("pagehide", () => {
  if (!unsent) return;
  const data = body();
  if (saving) data.set("version", Number(data.get("version")) + 1); // what is under way came first
  navigator.sendBeacon(form.action, data);
});
addEventListener("pageshow", (event) => event.persisted && location.reload());

// "Eight of them": a digit sets the count of the key tapped last.
let last = null;

function choose(key) {
  last = key;
  for (const other of keys) other.box.classList.toggle("last", other === key);
  times.hidden = false;
  times.firstChild.textContent = times.dataset.words.replace("…", key.name);
}

const times = element("div", { className: "times", hidden: true });
times.dataset.words = form.dataset.times;
times.append(element("p", { className: "note" }));
for (let n = 2; n <= 11; n += 1) {
  const button = element("button", { textContent: `×${n}` });
  button.addEventListener("click", () => {
    setCount(last, n);
    changed();
  });
  times.append(button);
}
byCards.querySelector(".keys").after(times);

// Typed totals: own digits, a plus for those who count aloud.
const digits = element("div", { className: "digits" });
for (const digit of ["1", "2", "3", "4", "5", "6", "7", "8", "9", "+", "0", "⌫"]) {
  const button = element("button", { textContent: digit });
  if (digit === "⌫") button.ariaLabel = form.dataset.erase;
  button.addEventListener("click", () => {
    total.value = digit === "⌫" ? total.value.slice(0, -1) : total.value + digit;
    changed();
  });
  digits.append(button);
}
byTotal.append(digits);
total.inputMode = "none";
total.addEventListener("input", changed);
buys?.addEventListener("input", changed);
for (const radio of downs) {
  radio.addEventListener("change", () => {
    downByHand = true;
    changed();
  });
}

function setMode(typing) {
  byTotal.hidden = !typing;
  byCards.hidden = typing;
  total.disabled = !typing;
  for (const key of keys) key.field.disabled = typing;
  mode.textContent = typing ? mode.dataset.cards : mode.dataset.digits;
  show();
}

const mode = element("button", { className: "icon words", id: "mode" });
mode.dataset.digits = "123";
mode.dataset.cards = form.dataset.cardsWord;
mode.addEventListener("click", () => {
  localStorage.setItem(MODE, isTyping() ? "cards" : "total");
  setMode(!isTyping());
});
document.querySelector(".bar").append(mode);
setMode(total.value !== "" || (!cards() && localStorage.getItem(MODE) === "total"));

addEventListener("keydown", (event) => {
  if (!isTyping() || event.target === total || event.ctrlKey || event.metaKey) return;
  if (/^[0-9+]$/.test(event.key)) {
    total.value += event.key;
    changed();
  }
});
