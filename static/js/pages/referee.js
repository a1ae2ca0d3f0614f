// The referee's page: the server judges each tap, and its page replaces the regions that differ. At most one request
// is in flight; taps meanwhile go together with the next one, so the last hand wins. Without the server they wait,
// and the cards stay.
import "./escape.js";
import { copyFrom } from "../browser/copying.js";
import { canSend, send } from "../browser/sending.js";
import { mend } from "../drawing/morph.js";

const REGIONS = ["ruling", "desk", "dock"];
const PATIENCE = 8000; // ms
const AGAIN = 4000; // ms until the server is asked again
/** @type {string[]} */ let taps = []; // without an answer
let isAsking = false;
let retry = 0;

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} value */
function tap(value) {
  taps.push(value);
  showWaiting();
  ask();
}

async function ask() {
  if (isAsking || !taps.length) return;
  isAsking = true;
  const sent = taps.length;
  const page = await answerTo(taps).catch(() => null);
  isAsking = false;
  if (!page) return sayAway();
  taps = taps.slice(sent);
  show(page);
  ask();
}

// The page after these taps; its address has their effect.
/** @param {string[]} pressed */
async function answerTo(pressed) {
  const params = new URLSearchParams(location.search);
  for (const value of pressed) params.append("tap", value);
  const address = `${location.pathname}?${params}`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
  if (answer.status >= 500) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.getElementById("desk")) {
    location.replace(address); // the game was deleted, or a passphrase is asked for: the taps wait in the address
    return new Promise(() => {});
  }
  history.replaceState(history.state, "", answer.url);
  return page;
}

/** @param {Document} page */
function show(page) {
  for (const id of REGIONS) {
    const next = page.getElementById(id);
    if (next) mend(part(id), next);
  }
  part("ruling").scrollTop = 0;
  if (taps.length) showWaiting();
}

function sayAway() {
  const sentence = Object.assign(document.createElement("p"), { className: "lead prompt" });
  sentence.textContent = part("desk").dataset.away ?? "";
  if (part("answer").textContent.trim() !== sentence.textContent) part("answer").replaceChildren(sentence);
  clearTimeout(retry);
  retry = setTimeout(ask, AGAIN);
}

// The cards, the suit and the group of taps without an answer: the cards lie in the free places of their group.
function showWaiting() {
  /** @type {Element[]} */ let cards = [];
  for (const value of taps) {
    const [what] = value.split(" ");
    const key = document.querySelector(`#desk button[value="${value}"]`);
    if (key && ["suit", "slot"].includes(what)) choose(key);
    else if (key && ["rank", "bare"].includes(what)) cards.push(card(key, what === "rank"));
    else if (what === "back") cards.pop();
    else if (what === "clear") cards = [];
  }
  lay(cards);
}

/** @param {Element[]} cards */
function lay(cards) {
  const slot = document.querySelector("#desk .seg [aria-current]")?.getAttribute("value")?.split(" ")[1];
  const fans = [...document.querySelectorAll("#ruling .fan")];
  const fan = document.querySelector(`#ruling [data-slot="${slot ?? 0}"] .fan`) ?? fans[fans.length - 1];
  for (const card of document.querySelectorAll("#ruling .waiting")) card.remove();
  const free = [...(fan?.querySelectorAll(".free") ?? [])];
  free.forEach((place, n) => place.toggleAttribute("hidden", n < cards.length));
  if (free.length) free[0].before(...cards);
  else fan?.append(...cards);
  if (cards.length) document.querySelector("#dock [value=clear]")?.removeAttribute("disabled");
}

/** @param {Element} key */
function choose(key) {
  for (const other of key.parentElement?.children ?? []) other.removeAttribute("aria-current");
  key.setAttribute("aria-current", "true");
}

/** @param {Element} key @param {boolean} hasSuit */
function card(key, hasSuit) {
  const suit = hasSuit ? document.querySelector("#desk .suits [aria-current]") : null;
  const face = document.createElement("b");
  face.append(...key.cloneNode(true).childNodes, suit?.querySelector(".sign")?.cloneNode(true) ?? "");
  const item = Object.assign(document.createElement("li"), { className: `pc waiting ${suit?.className ?? ""}` });
  item.ariaHidden = "true"; // the answer is announced
  item.append(face);
  return item;
}

/** @param {Event} event @param {string} selector */
const closest = (event, selector) => /** @type {Element | null} */ (event.target)?.closest(selector);

document.addEventListener("submit", (event) => {
  if (!closest(event, "#desk")) return;
  event.preventDefault();
  const { value } = /** @type {HTMLButtonElement} */ (event.submitter);
  if (value) tap(value);
});

document.addEventListener("change", (event) => {
  const list = /** @type {HTMLSelectElement | null | undefined} */ (closest(event, "#desk select"));
  if (list) tap(`${list.name} ${list.value}`);
});

document.addEventListener("click", async (event) => {
  const link = /** @type {HTMLAnchorElement | null | undefined} */ (closest(event, "#share"));
  if (!link) return;
  event.preventDefault();
  const isDone = canSend ? await send({ title: document.title, text: link.href, picture: "" }) : await copied(link);
  if (!isDone) location.assign(link.href);
});

// Where nothing can be shared the address is copied, and the link says so until the next tap.
/** @param {HTMLAnchorElement} link */
async function copied(link) {
  const field = Object.assign(document.createElement("input"), { className: "sr", value: link.href, readOnly: true });
  link.append(field);
  const isCopied = await copyFrom(field);
  field.remove();
  link.focus();
  const label = /** @type {HTMLElement} */ (link.querySelector("span"));
  if (isCopied) label.textContent = label.dataset.copied ?? "";
  return isCopied;
}

addEventListener("online", ask);
