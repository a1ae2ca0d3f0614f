// What this phone has started and the server does not know yet stands at home too, and is sent from here as well.
import { isKeptPage } from "./kept_game.js";
import { holdsTaps, isOpen, openStarts, sendStarts } from "./starting.js";

const template = document.getElementById("unsent");
const section = template.content.firstElementChild;
const list = section.querySelector("ul");
const line = document.getElementById("unsent-game").content.firstElementChild;
let starts = null;
let held = []; // where something was tapped: those go with their table

// Which words of a line hold for it.
const stateOf = (one) => (one.refused ? "refused" : !isOpen(one) ? "sent" : held.includes(one.tap) ? "held" : "waits");

function drawn(one) {
  const drawing = line.cloneNode(true);
  drawing.querySelector("a").href = one.table;
  drawing.querySelector("b").textContent = one.names.join(", ");
  for (const words of drawing.querySelectorAll("[data-if]")) words.hidden = words.dataset.if !== stateOf(one);
  drawing.querySelector("[data-if=refused] span").textContent = one.refused ?? "";
  return drawing;
}

// Those last started first, but for what the server itself has listed.
function look() {
  const here = ({ table }) => [...document.querySelectorAll(`main a[href="${table}"]`)].some((link) => !list.contains(link));
  list.replaceChildren(...[...starts.commands].reverse().filter((one) => !here(one)).map(drawn));
  if (list.children.length) template.before(section);
  else section.remove();
  return here;
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
