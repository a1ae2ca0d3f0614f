// What this phone has started and the server does not know yet stands at home too, and is sent from here as well. Where it is the newest
// of the open games, that is the one to go on with.
import { LOCALE, isToday } from "./clock.js";
import { isKeptPage } from "./kept_game.js";
import { holdsTaps, isOpen, openStarts, sendStarts } from "./starting.js";

const GO_ON = "#go-on"; // who came by the address that leads on (service_worker.js)
const template = document.getElementById("unsent");
const section = template.content.firstElementChild;
const list = section.querySelector("ul");
const line = document.getElementById("unsent-game").content.firstElementChild;
const dock = document.querySelector(".dock");
const goOn = document.getElementById("go-on") ?? document.getElementById("unsent-goes-on").content.firstElementChild;
const { changed: lastChange = 0 } = goOn.dataset;
const leadsOn = "leadsOn" in dock.dataset; // what was searched for, or is older, says nothing of the newest game
let starts = null;
let held = []; // where something was tapped: those go with their table

// Which words of a line hold for it.
const stateOf = (one) => (one.refused ? "refused" : !isOpen(one) ? "sent" : held.includes(one.tap) ? "held" : "waits");

function drawn(one) {
  const drawing = line.cloneNode(true);
  const put = (css, words) => (drawing.querySelector(css).textContent = words);
  drawing.querySelector("a").href = one.table;
  put("b", one.names.join(", "));
  put(".round", one.round ? drawing.querySelector(".round").textContent.replace("…", one.round) : "");
  put(".which", one.rules ? `${one.rules} · ` : "");
  put("time", whenWords(one.made));
  for (const words of drawing.querySelectorAll("[data-if]")) words.hidden = words.dataset.if !== stateOf(one);
  put("[data-if=refused] span", one.refused ?? "");
  return drawing;
}

// 19:40, or with its day where that is not today.
function whenWords(moment) {
  const day = isToday(new Date(moment)) ? {} : { weekday: "long", day: "numeric", month: "long" };
  return new Intl.DateTimeFormat(LOCALE, { ...day, hour: "2-digit", minute: "2-digit" }).format(moment);
}

// Those last started first, but for what the server itself has listed.
function look() {
  const here = ({ table }) => [...document.querySelectorAll(`main a[href="${table}"]`)].some((link) => !list.contains(link));
  const mine = [...starts.commands].reverse().filter((one) => !here(one));
  list.replaceChildren(...mine.map(drawn));
  const [newest] = mine.filter((one) => leadsOn && isNewer(one)).sort((one, other) => lastTouched(other) - lastTouched(one));
  if (newest) leadTo(newest);
  if (mine.length) ((newest && document.querySelector(".resume")) || template).before(section);
  else section.remove();
  return here;
}

const lastTouched = ({ changed, made }) => changed ?? made;
const isNewer = (one) => one.round !== 0 && lastTouched(one) > new Date(lastChange);

function leadTo({ table }) {
  goOn.href = table;
  for (const other of dock.querySelectorAll(".btn:not(#new, #go-on)")) other.remove();
  dock.querySelector("#new").classList.add("ghost");
  dock.append(goOn);
}

async function readHeld() {
  const found = [];
  for (const one of starts.commands.filter(isOpen)) if (await holdsTaps(one)) found.push(one.tap);
  held = found;
}

async function show() {
  starts = await openStarts();
  await readHeld();
  const isListed = look();
  if (location.hash === GO_ON && goOn.href) location.replace(goOn.href);
  // A page of now lists what the server has; one that was kept does not know.
  const done = starts.commands.filter((one) => !isKeptPage() && (one.sent || isListed(one)));
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
  return look();
}

show();
addEventListener("pageshow", ({ persisted }) => persisted && showAgain());
