// What this phone has started and the server does not know yet stands at home too, and is sent from here as well. How
// games stand on this phone is told by here.js, which comes only where that may differ from the page.
import { timeWords } from "../browser/clock.js";
import { isKeptPage } from "../offline/offline_copy.js";
import { isEmptyOutbox } from "../sync/outbox.js";
import { holdsTaps, isOpen, openStarts, sendStarts } from "../sync/start_game.js";

const GO_ON = "#go-on"; // who came by the address that leads on (service_worker.js)
const template = document.getElementById("unsent");
const section = template.content.firstElementChild;
const list = section.querySelector("ul");
const line = document.getElementById("unsent-game").content.firstElementChild;
const goOn = document.getElementById("go-on") ?? document.getElementById("unsent-goes-on").content.firstElementChild;
let starts = null;
let held = []; // where something was tapped: those go with their table
let mine = []; // those that the server itself has not listed, the last one first

// Which words of a line hold for it.
const stateOf = (one) => (one.refused ? "refused" : !isOpen(one) ? "sent" : held.includes(one.tap) ? "held" : "waits");

function drawn(one) {
  const drawing = line.cloneNode(true);
  const put = (css, words) => (drawing.querySelector(css).textContent = words);
  drawing.querySelector("a").href = one.table;
  put("b", one.names.join(", "));
  put(".round", one.round ? drawing.querySelector(".round").textContent.replace("…", one.round) : "");
  put(".which", one.rules ? `${one.rules} · ` : "");
  put("time", timeWords(one.made, { weekday: "long", day: "numeric", month: "long" }));
  for (const words of drawing.querySelectorAll("[data-if]")) words.hidden = words.dataset.if !== stateOf(one);
  put("[data-if=refused] span", one.refused ?? "");
  return drawing;
}

// Those last started first, but for what the server itself has listed.
function look() {
  const here = ({ table }) =>
    [...document.querySelectorAll(`main a[href="${table}"]`)].some((link) => !link.closest("[data-unsent]"));
  mine = [...starts.commands].reverse().filter((one) => !here(one));
  const large = document.querySelector(".resume[data-unsent]");
  const inLarge = mine.find(({ table }) => table === large?.querySelector("a").getAttribute("href"));
  large?.querySelector("small[data-if]")?.remove();
  if (inLarge) large.querySelector("p").after(drawn(inLarge).querySelector("small[data-if]:not([hidden])"));
  const others = mine.filter((one) => one !== inLarge);
  list.replaceChildren(...others.map(drawn));
  if (others.length) template.before(section);
  else section.remove();
  return here;
}

// Home as the games stand here, where this phone may know more than the page.
async function showGames() {
  const unsent = mine.filter((one) => one.round !== 0).map((one) => ({ ...one, which: whichOf(one) }));
  if (!isKeptPage() && !unsent.length && !(await holdsAny())) return;
  const { showHere } = await import(template.dataset.here);
  await showHere({ unsent, goOn });
}

const whichOf = (one) => [...drawn(one).querySelectorAll(".which, time")];

async function holdsAny() {
  const links = [...document.querySelectorAll("main a[href*='/g/']")].map(
    ({ pathname }) => pathname.match(/\/g\/([^/]+)\//)[1],
  );
  const empty = await Promise.all([...new Set(links)].map(isEmptyOutbox));
  return empty.includes(false);
}

async function readHeld() {
  const found = [];
  for (const one of starts.commands.filter(isOpen)) if (await holdsTaps(one)) found.push(one.tap);
  held = found;
}

async function show() {
  starts = await openStarts();
  await readHeld();
  const isKnown = look();
  await showGames().catch((error) => console.error(error)); // what has started here must be sent all the same
  look(); // what stands in large now is not listed again
  if (location.hash === GO_ON && goOn.href) location.replace(goOn.href);
  // A page of now lists what the server has; one that was kept does not know.
  const done = starts.commands.filter((one) => !isKeptPage() && (one.sent || isKnown(one)));
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
