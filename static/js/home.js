// What this phone has started and the server does not know yet stands at home too, and is sent from here as well.
import { isKeptPage } from "./kept_game.js";
import { isOpen, openStarts, sendStarts } from "./starting.js";

const template = document.getElementById("unsent");
const section = template.content.firstElementChild;
const list = section.querySelector("ul");
const line = document.getElementById("unsent-game").content.firstElementChild;

// Which words of a line hold for it.
const stateOf = (one) => (one.refused ? "refused" : isOpen(one) ? "waits" : "sent");

function drawn(one) {
  const drawing = line.cloneNode(true);
  drawing.querySelector("a").href = one.table;
  drawing.querySelector("b").textContent = one.names.join(", ");
  for (const words of drawing.querySelectorAll("[data-if]")) words.hidden = words.dataset.if !== stateOf(one);
  drawing.querySelector("[data-if=refused] span").textContent = one.refused ?? "";
  return drawing;
}

async function show() {
  const starts = await openStarts();
  const isListed = ({ table }) => Boolean(document.querySelector(`main a[href="${table}"]`));
  const done = starts.commands.filter((one) => !isKeptPage() && (one.sent || isListed(one)));
  if (done.length) await starts.drop(done);
  const look = () => {
    list.replaceChildren(...starts.commands.toReversed().filter((one) => !isListedByServer(one)).map(drawn));
    if (list.children.length) template.before(section);
    else section.remove();
  };
  const listed = new Set(starts.commands.filter(isListed).map(({ tap }) => tap));
  const isListedByServer = ({ tap }) => listed.has(tap);
  look();
  starts.addEventListener("change", look);
  sendStarts(starts, { look, say: look, moved: look });
}

show();
