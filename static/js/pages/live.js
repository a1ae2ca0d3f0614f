// Follows the game: the stream announces versions; then the page is requested and its changed regions, marked
// data-live, are replaced, but never a field in use.
import "./escape.js";
import { DEAF, lifted } from "../browser/finger.js";
import { pause } from "../browser/page_events.js";
import "../offline/staying.js";

const POLL_EVERY = 4000;
const STREAM_AGAIN = 30000;
const SILENCE = 10000; // a heartbeat comes every eight seconds
const CALM = 2500; // ms; most lost connections are back sooner

// A page without it follows no game, and then nothing below asks for its words.
const live = /** @type {WithData<"stream" | "alone" | "deleted" | "gone" | "restored" | "toTable">} */ (
  document.getElementById("live")
);
/** @param {string} html */
const parse = (html) => new DOMParser().parseFromString(html, "text/html");
let tag = live?.dataset.tag ?? "";
let drawn = 0; // number of redraws

// Show the state of the connection.
let worry = 0;

/** @param {string} words */
function say(words) {
  clearTimeout(worry);
  worry = 0;
  if (live.textContent !== words) live.textContent = words;
}

const isHere = () => say("");

// Nothing here is sent later: these pages have no copy of the game.
function isLost() {
  if (!live.textContent) worry ||= setTimeout(() => say(live.dataset.alone), CALM);
}

// A deleted game can be restored, and then the page continues; an ended link stays so.
/** @param {number} again */
function isNowhere(again) {
  leave();
  if (again) retry = setTimeout(catchUp, again * 1000);
  say(again ? live.dataset.deleted : live.dataset.gone);
}

let changed = -Infinity;
/** @type {HTMLElement | null} */ let dock = null; // as changed by others
/** @type {Set<string>} */ let before = new Set(); // its previous buttons
addEventListener(
  "click",
  (event) => {
    const target = /** @type {Element} */ (event.target);
    const button = target.closest(".dock .btn:not(#undo-count)"); // that one came by a tap of this phone
    if (!button || !dock?.contains(button)) return;
    if (performance.now() - changed > DEAF || before.has(button.outerHTML)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

const fields = "input:not([type=hidden]), select, textarea";
/** @param {HTMLInputElement} field */
const isTyped = (field) =>
  field === document.activeElement || field.value !== field.defaultValue || field.checked !== field.defaultChecked;
/** @param {ParentNode} region */
const isTypedInto = (region) =>
  [.../** @type {NodeListOf<HTMLInputElement>} */ (region.querySelectorAll(fields))].some(isTyped);

/** @param {Document} page */
const tagOf = (page) => page.getElementById("live")?.dataset.tag ?? "";

/** @param {Document} page */
function draw(page) {
  const focus = document.activeElement?.id ?? "";
  let whole = true;
  for (const now of document.querySelectorAll("[data-live]")) {
    const next = page.getElementById(now.id);
    if (isTypedInto(now)) whole = false;
    else if (next) replace(now, next);
  }
  drawn += 1;
  tag = (whole && tagOf(page)) || "";
  document.title = page.title;
  document.getElementById(focus)?.focus({ preventScroll: true });
}

/** @param {HTMLElement} now @param {HTMLElement} next */
function replace(now, next) {
  for (const said of now.querySelectorAll("#said, #trouble")) keep(said, next);
  if (now.matches(".dock")) {
    changed = performance.now();
    dock = next;
    before = new Set([...now.querySelectorAll(".btn")].map((button) => button.outerHTML));
  }
  for (const box of now.querySelectorAll("details[open][id]"))
    next.querySelector(`#${box.id}`)?.setAttribute("open", "");
  const scrolled = [now, ...now.querySelectorAll(".scroll")].map((box) => box.scrollLeft);
  next.toggleAttribute("data-live", true);
  now.replaceWith(next);
  [next, ...next.querySelectorAll(".scroll")].forEach((box, n) => (box.scrollLeft = scrolled[n] ?? 0));
}

// A message to this phone stays until its own next step.
/** @param {HTMLElement} said @param {HTMLElement} next */
function keep(said, next) {
  const other = next.querySelector(`#${said.id}`);
  if (other && !other.textContent.trim()) other.replaceWith(said);
}

// The page is navigating: a redraw must not interfere with the next page.
const ON_ITS_WAY = 10000; // ms, a timeout
let leftAt = -ON_ITS_WAY;
const isLeaving = () => performance.now() - leftAt < ON_ITS_WAY;
addEventListener("beforeunload", () => (leftAt = performance.now()));

let [asking, askAgain] = [false, false];

async function catchUp() {
  askAgain = asking;
  if (asking) return;
  asking = true;
  do {
    askAgain = false;
    await ask();
  } while (askAgain);
  asking = false;
}

async function ask() {
  const before = drawn;
  let answer;
  let html;
  try {
    answer = await fetch(location.href, { headers: { "If-None-Match": `W/"${tag}"`, "Companion-Live": "1" } });
    html = await answer.text();
  } catch {
    return isLost();
  }
  if (answer.status === 404 || answer.status === 410) return isNowhere(Number(answer.headers.get("Retry-After")));
  isHere();
  if (!stream && !document.hidden) listen();
  if (answer.status !== 200) return;
  await lifted();
  while (document.querySelector("[aria-busy]")) await pause(100).then(lifted);
  if (drawn !== before) askAgain = true;
  else show(parse(html), answer);
}

/** @param {Document} page @param {Response} answer */
function show(page, answer) {
  if (isLeaving()) return;
  const isElsewhere = new URL(answer.url).pathname !== location.pathname;
  if (isElsewhere && document.querySelector("main[data-live]")) return location.replace(answer.url);
  if (!isElsewhere) draw(page);
  document.dispatchEvent(new CustomEvent("news", { detail: page }));
}

// Open a stream if the server has one free, otherwise poll.
/** @type {EventSource | null} */ let stream = null;
let silence = 0;
let poll = 0;
let retry = 0;

function listen() {
  leave();
  stream = new EventSource(live.dataset.stream);
  silence = setTimeout(isSilent, SILENCE);
  stream.addEventListener("message", ({ data }) => {
    isHere();
    clearInterval(poll);
    clearTimeout(silence);
    silence = setTimeout(isSilent, SILENCE);
    if (!tag.startsWith(`${data}-`)) catchUp();
  });
  stream.addEventListener("gone", () => {
    leave();
    catchUp(); // the page itself redirects, or is gone
  });
  stream.addEventListener("error", () => {
    if (!stream) return; // left meanwhile
    if (stream.readyState !== EventSource.CLOSED) return isLost();
    catchUp();
    clearTimeout(silence);
    clearInterval(poll);
    poll = setInterval(catchUp, POLL_EVERY);
    retry = setTimeout(listen, STREAM_AGAIN);
  });
}

function isSilent() {
  isLost();
  listen();
}

// The stream may still deliver buffered events: only a response shows that the connection works.
function goOffline() {
  leave();
  isLost();
  poll = setInterval(catchUp, POLL_EVERY);
}

function leave() {
  stream?.close();
  stream = null;
  clearInterval(poll);
  clearTimeout(silence);
  clearTimeout(retry);
}

// After a restore, the log on this phone may have entries that the server lacks: a notice leads to the table, which
// sends them again.
const log = live?.dataset.restored ? live.dataset.stream.replace(/live$/, "log") : "";
let isRestoreSaid = false;

async function lookForRestore() {
  if (isRestoreSaid || !log || document.hidden) return;
  const answer = await globalThis.caches?.match(log.replace(/log$/, "copy")).catch(() => null);
  const { entries, mark, book } = (await answer?.json().catch(() => null)) ?? {};
  if (!entries || !mark) return;
  const position = new URLSearchParams({ after: entries.length, mark, book });
  const told = await fetch(`${log}?${position}`, { cache: "no-store" }).catch(() => null);
  if (told?.status === 409) tellOfRestore();
}

function tellOfRestore() {
  isRestoreSaid = true;
  const notice = Object.assign(document.createElement("div"), { className: "doubt restored", role: "alert" });
  const words = Object.assign(document.createElement("p"), { textContent: live.dataset.restored });
  const href = log.replace(/log$/, "");
  const way = Object.assign(document.createElement("a"), {
    className: "btn ghost",
    textContent: live.dataset.toTable,
    href,
  });
  notice.append(words, way);
  document.querySelector("main")?.prepend(notice);
}

lookForRestore();
document.addEventListener("news", lookForRestore);

if (live) {
  const look = () => (document.hidden ? leave() : listen());
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  addEventListener("offline", goOffline);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => event.persisted && look());
  look();
}

// On a wide screen the sheet is beside the table; a phone does not load it.
const isWide = matchMedia("(min-width: 43rem) and (min-height: 40rem)").matches;
if (isWide && document.getElementById("beside")) import("./table.js");
