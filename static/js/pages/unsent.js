// Lists games on the home page that this phone has started and the server does not know yet, and sends them. The
// current state of games on this phone comes from here.js, which is loaded only if it may differ from the page.
import { timeWords } from "../browser/clock.js";
import { comma } from "../drawing/figures.js";
import { isKeptPage } from "../sync/offline_copy.js";
import { isEmptyOutbox } from "../sync/outbox.js";
import { holdsTaps, isOpen, openStarts, sendStarts } from "../sync/start_game.js";

const GO_ON = "#go-on"; // from the address /go-on (service_worker.js)
/** @param {string} id */
const find = (id) => /** @type {WithData<"here", HTMLTemplateElement>} */ (document.getElementById(id));
/** @param {string} id @returns {HTMLElement} */
const contentOf = (id) => /** @type {HTMLElement} */ (find(id).content.firstElementChild);
const template = find("unsent");
const section = contentOf("unsent");
const list = /** @type {HTMLElement} */ (section.querySelector("ul"));
const line = contentOf("unsent-game");
const goOn = /** @type {HTMLAnchorElement} */ (document.getElementById("go-on") ?? contentOf("unsent-goes-on"));
/** @type {Outbox<Start>} */ let starts;
/** @type {string[]} */ let held = []; // with commands of their own: their table sends them
/** @type {Start[]} */ let mine = []; // not listed by the server yet, the last one first

// The words of a line that apply.
/** @param {Start} start */
const stateOf = (start) =>
  start.refused ? "refused" : !isOpen(start) ? "sent" : held.includes(start.tap) ? "held" : "waits";

/** @param {Start} start */
function drawn(start) {
  const drawing = /** @type {HTMLElement} */ (line.cloneNode(true));
  /** @param {string} css @param {string} words */
  const put = (css, words) => {
    /** @type {HTMLElement} */ (drawing.querySelector(css)).textContent = words;
  };
  drawing.querySelector("a")?.setAttribute("href", start.table);
  put("b", start.names.join(comma()));
  const round = drawing.querySelector(".round")?.textContent ?? "";
  put(".round", start.round ? round.replace("…", String(start.round)) : "");
  put(".which", start.rules ? `${start.rules} · ` : "");
  put("time", timeWords(start.made, { weekday: "long", day: "numeric", month: "long" }));
  for (const words of drawing.querySelectorAll("[data-if]")) words.hidden = words.dataset.if !== stateOf(start);
  put("[data-if=refused] span", start.refused ?? "");
  return drawing;
}

// The last started first, without those that the server has listed.
function look() {
  /** @param {Start} start */
  const here = ({ table }) =>
    [...document.querySelectorAll(`main a[href="${table}"]`)].some((link) => !link.closest("[data-unsent]"));
  mine = [...starts.commands].reverse().filter((start) => !here(start));
  const large = document.querySelector(".resume[data-unsent]");
  const inLarge = mine.find(({ table }) => table === large?.querySelector("a")?.getAttribute("href"));
  large?.querySelector("small[data-if]")?.remove();
  if (inLarge) large?.querySelector("p")?.after(...drawn(inLarge).querySelectorAll("small[data-if]:not([hidden])"));
  const others = mine.filter((start) => start !== inLarge);
  list.replaceChildren(...others.map(drawn));
  if (others.length) template.before(section);
  else section.remove();
  return here;
}

// Update the games from this phone, which may have newer entries than the page.
async function showGames() {
  const unsent = mine.filter((start) => start.round !== 0).map((start) => ({ ...start, which: whichOf(start) }));
  if (!isKeptPage() && !unsent.length && !(await holdsAny())) return;
  const { showHere } = await import(template.dataset.here);
  await showHere({ unsent, goOn });
}

/** @param {Start} start */
const whichOf = (start) => [...drawn(start).querySelectorAll(".which, time")];

async function holdsAny() {
  /** @type {NodeListOf<HTMLAnchorElement>} */ const ways = document.querySelectorAll("main a[href*='/g/']");
  const links = [...ways].flatMap(({ pathname }) => pathname.match(/\/g\/([^/]+)\//)?.[1] ?? []);
  const empty = await Promise.all([...new Set(links)].map(isEmptyOutbox));
  return empty.includes(false);
}

async function readHeld() {
  /** @type {string[]} */ const holding = [];
  for (const start of starts.commands.filter(isOpen)) if (await holdsTaps(start)) holding.push(start.tap);
  held = holding;
}

async function show() {
  starts = await openStarts();
  await readHeld();
  const isKnown = look();
  await showGames().catch((error) => console.error(error)); // starts must be sent all the same
  look(); // the large game is not listed again
  if (location.hash === GO_ON && goOn.href) location.replace(goOn.href);
  // A fresh page lists the server's games; a cached one does not know.
  const done = starts.commands.filter((start) => !isKeptPage() && (start.sent || isKnown(start)));
  if (done.length) await starts.drop(done);
  look();
  if (!starts.commands.length) return starts.close();
  starts.addEventListener("change", look);
  return sendStarts(starts, { look, say: look, moved: look });
}

async function showAgain() {
  if (!starts?.commands.length) return show();
  await starts.read();
  await readHeld();
  look();
  await showGames();
  look();
}

show();
addEventListener("pageshow", ({ persisted }) => persisted && showAgain());
