// The round as one page: every tap is decided by the page's own copy of the log, shown at once, and sent when it can be.
import { DEAF } from "./deaf.js";
import { openDrawings } from "./drawings.js";
import { lifted } from "./finger.js";
import { openGame } from "./game.js";
import { makeWayOut } from "./leaving.js";
import { mend } from "./mend.js";
import { newKey } from "./new_key.js";
import { rollTotals } from "./rolling.js";
import { showState } from "./state_line.js";
import { lastStep } from "./views/round.js";
import { outView, tableView } from "./views/table.js";
import { takenBackWith } from "./views/undoing.js";

// What the browser itself can tell is taken back, and where one is then; of other steps the server says what follows.
const UNDONE_HERE = ["laid_down", "took_back", "went_out", "hand_counted", "adjusted", "round_scored"];

const game = await openGame(document);
const drawings = openDrawings(game);
const line = document.getElementById("live");
const wayOut = makeWayOut(game, line);
const at = (place = "") => `/g/${game.link}/${place}`;
const csrf = document.querySelector("[name=csrf_token]")?.value;
let key = newKey(); // of the forms that the server is still asked by
const atFirst = JSON.stringify(game.state.outcome);
rollTotals(game);

// What each place shows. All of them are drawn in this one page; `place` is where it is, and the address says the same.
const PLACES = { table: tableNow, out: () => outView(game.fold) };
const HERE = { [at()]: "table", [at("out")]: "out" };
let place = "table";

function tableNow() {
  const counting = game.phones.map(({ seat }) => seat);
  const shown = tableView(game.fold, { mayScore: game.mayScore, counting, title: game.state.title ?? drawings.title });
  for (const one of shown.seats) one.phone = game.phones.find(({ seat }) => seat === one.seat);
  return shown;
}

let deafUntil = 0; // a tap on what others changed a moment ago was meant for what stood there before
let toSay = null; // of the last step of this phone

// What the server alone can say: who won, and what a tie leads to.
const isTold = () => Boolean(game.state.open) && JSON.stringify(game.state.outcome) === atFirst;

// A place as it stands now, with nothing of it shown yet.
export async function drawnHere(there) {
  await drawings.come();
  return drawings.draw(there, { ...PLACES[there](), key, csrf });
}

async function draw(own) {
  if (!isTold()) return wayOut.go(() => location.assign(at()));
  if (!own) await lifted(); // a tap means what stood there when the finger came down
  const { title, body, parts } = await drawnHere(place);
  for (const part of parts) {
    if (own && toSay) part.querySelector("#said")?.replaceChildren(...drawings.said(...toSay));
    part.querySelector("#questions")?.append(...game.questions.flatMap(asked));
  }
  if (document.body.className === body) mendParts(parts, own);
  else turnTo(parts, body);
  document.title = title;
  rollTotals(game);
  document.dispatchEvent(new CustomEvent("news"));
}

const besides = document.getElementById("beside"); // the sheet on a wide screen

function mendParts(parts, own) {
  for (const part of parts.filter(({ id }) => id !== "beside")) {
    const now = document.getElementById(part.id);
    for (const said of now.querySelectorAll(own ? "#outcome" : "#outcome, #said, #trouble")) keep(said, part);
    if (!own && part.id === "dock" && leadsTo(now) !== leadsTo(part)) deafUntil = performance.now() + DEAF;
    mend(now, part);
  }
}

// What its buttons say and do; a button that is deaf for a moment is the same one.
function leadsTo(dock) {
  const buttons = [...dock.querySelectorAll(".btn, button")];
  return JSON.stringify(buttons.map((one) => [one.textContent.trim(), one.getAttribute("href"), one.name, one.value]));
}

// Another place, as if it had come from the server: from its top, and read out from its heading.
function turnTo(parts, body) {
  for (const id of ["beside", "dock"]) document.getElementById(id)?.remove();
  for (const part of parts) {
    const now = document.getElementById(part.id);
    if (now) now.replaceWith(part);
    else document.body.append(part.id === "beside" ? besides : part);
  }
  document.body.className = body;
  scrollTo(0, 0);
  const heading = document.querySelector("h1");
  heading.tabIndex = -1;
  heading.focus();
}

// A tap that leads to a place of this page: what it needs is here. True where that is so.
function goesTo({ pathname, origin }) {
  const there = HERE[pathname];
  if (!there || origin !== location.origin || !drawings.isReady || !mayGo(there)) return false;
  if (there === "table" && history.state?.from === "table") history.back();
  else {
    history.pushState({ from: place }, "", pathname);
    turn();
  }
  return true;
}

// Who went rummy is asked by a box that has its style elsewhere.
const mayGo = (there) => there === "table" || (game.mayScore && game.state.open && !game.ruleset.rummy_doubles);

function turn() {
  place = HERE[location.pathname] ?? "table";
  toSay = null;
  draw(true);
}
addEventListener("popstate", turn);

// What the server has not kept, because others were faster: as it was tapped, and why.
function asked({ tap, sentence, canKeep, commands }) {
  const [entry] = commands[0].entries;
  return drawings.said("question", { ...lastStep({ ...game.state, last: [0, entry] }), sentence, tap, can_keep: canKeep });
}

// What was said to this phone stays until its own next step.
function keep(said, part) {
  part.querySelector(`#${said.id}`)?.replaceChildren(...[...said.childNodes].map((node) => node.cloneNode(true)));
}

game.addEventListener("change", ({ detail }) => draw(detail.own));
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  key = newKey(); // what was sent before this page was come back to is another tap
  draw(false);
});
drawings.come();
showState(game, line);
if (game.waiting) draw(false); // since before this page was loaded

// Taps that are decided here.
const STEPS = {
  down: (seat) => ({ kind: "laid_down", seat }),
  back: (seat) => ({ kind: "took_back", seat }),
};

function tap(entries, round = game.state.open?.deal.number) {
  const answer = game.tap({ entries, round });
  if (!answer.kept) location.assign(at()); // the game is another by now, and the server says how it stands
}

function undo() {
  toSay = ["taken_back", lastStep(game.state)];
  const numbers = takenBackWith(game.fold, (number) => game.others.has(number));
  tap(numbers.map((sequence) => ({ kind: "entry_undone", sequence })), null);
}

const isPlain = ({ button, ctrlKey, metaKey, shiftKey }) => !button && !ctrlKey && !metaKey && !shiftKey;
const isHere = ({ target, submitter }) => target.id === "table" && submitter?.name in STEPS;
const isUndoneHere = ({ target }) => target.id === "undo" && UNDONE_HERE.includes(game.state.last?.[1].kind);
const wasCounted = () => game.state.open?.over && game.state.last?.[1].kind === "hand_counted";

// A nervous thumb taps twice, and by then the button says the opposite: for a moment it is deaf.
function isAgain(button) {
  if (button.ariaDisabled === "true") return true;
  button.ariaDisabled = "true";
  setTimeout(() => (button.ariaDisabled = null), DEAF);
  return false;
}

addEventListener("submit", (event) => {
  if ((isHere(event) || isUndoneHere(event)) && isAgain(event.submitter)) event.preventDefault();
  else if (isHere(event)) {
    event.preventDefault();
    toSay = null;
    tap([STEPS[event.submitter.name](Number(event.submitter.value))]);
  } else if (isUndoneHere(event) && !wasCounted()) {
    event.preventDefault();
    undo();
  } else {
    wayOut.leads(event, () => event.target.requestSubmit(event.submitter));
  }
}, true);

addEventListener("click", (event) => {
  if (performance.now() > deafUntil || !event.target.closest?.("#dock .btn")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

addEventListener("click", (event) => {
  if (event.defaultPrevented) return;
  const answer = event.target.closest?.("[data-answer]");
  if (answer) game.answer(answer.value, answer.dataset.answer);
  const link = event.target.closest?.("a[href]");
  if (link && isPlain(event) && goesTo(link)) event.preventDefault();
  else if (link) wayOut.leads(event, () => location.assign(link.href));
});

// On a wide screen the table has the sheet beside it; a phone does not even ask how.
if (document.getElementById("beside") && matchMedia("(min-width: 64rem)").matches) import("./table.js");
