// Read aloud: the browser's voice after each round and for answers, a sound when somebody goes out, and the place with
// the questions. Loaded where it is on, opened, or about to be. The sentences are templates of the server.
import { inThisBrowser } from "../browser/storage.js";
import { aloudView } from "../views/aloud.js";

const AS_FIRST = { on: false, sound: false, pace: "1" };
const NOTES = [523.25, 783.99]; // Hz
const NOTE = 0.18; // s

let settings = AS_FIRST;
/** @type {AudioContext | null} */ let audio = null;
/** @type {SpeechSynthesisUtterance | null} */ let last = null; // an earlier one ends late, after a cancel

function recall() {
  settings = { ...settings, ...inThisBrowser((storage) => JSON.parse(storage.aloud ?? "{}")) };
}

/** @param {Partial<typeof AS_FIRST>} change */
function remember(change) {
  settings = { ...settings, ...change };
  inThisBrowser((storage) => (storage.aloud = JSON.stringify(settings)));
}

const voice = () => globalThis.speechSynthesis;

function hush() {
  voice()?.cancel();
  showStop(false);
  for (const element of document.querySelectorAll(".now, .is-speaking"))
    element.classList.remove("now", "is-speaking");
}

/** @param {boolean} isSpeaking */
const showStop = (isSpeaking) => document.documentElement.toggleAttribute("data-speaking", isSpeaking);

// Speak these phrases, elements with one sentence each, one after another; the current one is marked.
/** @param {Element[]} phrases */
function speak(phrases) {
  hush();
  if (!settings.on || !voice()) return;
  const parent = phrases[0]?.parentElement;
  parent?.classList.add("is-speaking");
  showStop(phrases.length > 0);
  for (const phrase of phrases) {
    const said = new SpeechSynthesisUtterance(phrase.textContent.replace(/\s+/g, " ").trim());
    last = said;
    said.lang = document.documentElement.lang;
    said.rate = Number(settings.pace);
    said.onstart = () => phrase.classList.add("now");
    said.onend = said.onerror = () => {
      phrase.classList.remove("now");
      if (said !== last) return;
      parent?.classList.remove("is-speaking");
      showStop(false);
    };
    voice().speak(said);
  }
}

// Browsers allow sound only after a tap.
function chime() {
  if (!settings.sound || audio?.state !== "running") return;
  const player = audio;
  NOTES.forEach((pitch, n) => {
    const [tone, loudness, at] = [player.createOscillator(), player.createGain(), player.currentTime + n * NOTE];
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(0.3, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 2 * NOTE);
    tone.connect(loudness).connect(player.destination);
    tone.start(at);
    tone.stop(at + 2 * NOTE);
  });
}

function wakeAudio() {
  if (settings.sound) return (audio ??= new AudioContext()).resume();
}

// Follow the game: news are spoken at every place of the page.
/** @param {OpenGamePage} game @param {OnePage} page */
export function readAloud(game, page) {
  recall();
  let [rounds, out] = seen(game);
  for (const touch of ["pointerup", "keydown"]) addEventListener(touch, wakeAudio, { capture: true, passive: true });
  game.addEventListener("change", () => {
    const [now, outNow] = seen(game);
    if (outNow !== null && outNow !== out) chime();
    if (now === rounds + 1 && game.state.open) tellRound(game, page);
    [rounds, out] = [now, outNow];
  });
}

/** @param {OpenGamePage} game @returns {[rounds: number, out: Seat | null]} */
const seen = ({ state }) => [state.rounds.length, state.open?.play.went_out ?? null];

/** @param {OpenGamePage} game @param {OnePage} page */
async function tellRound(game, page) {
  if (!settings.on) return;
  await page.come();
  const told = /** @type {Element[]} */ (page.said("round_aloud", aloudView(game.fold)));
  speak(told.filter((part) => part.matches?.(".phrase")));
}

// The place: the question, and its answer.
/** @param {PlacePage} page @returns {Place} */
export function aloudPlace({ game, draw }) {
  recall();
  /** @type {AloudView["asked"]} */ let asked = "";

  /** @param {string} question */
  function ask(question) {
    asked = /** @type {AloudView["asked"]} */ (question);
    document.getElementById("speech")?.replaceChildren(); // the same answer again is news to a screen reader
    scrollTo(0, 0); // where the answer is
    draw(true).then(() => speak([...document.querySelectorAll("#speech .phrase")]));
  }

  /** @param {FormSubmit} event */
  function step({ target, submitter }) {
    if (target.id === "ask" && submitter) return () => ask(submitter.value);
    if (target.id !== "command") return null;
    const { elements } = /** @type {WithFields<{ command: HTMLInputElement }>} */ (target);
    return () => command(elements.command);
  }

  /** @param {HTMLInputElement} field */
  function command(field) {
    const typed = field.value.trim().toLowerCase();
    /** @type {NodeListOf<WithData<"command", HTMLButtonElement>>} */
    const buttons = document.querySelectorAll("[data-command]");
    const found = typed && [...buttons].find(({ dataset }) => dataset.command.startsWith(typed));
    document.getElementById("unknown")?.remove(); // of the command that the server was asked
    field.ariaInvalid = String(!found);
    field.select();
    if (found) ask(found.value);
    else document.getElementById("speech")?.replaceChildren(document.getElementById("commands")?.textContent ?? "");
  }

  function opened() {
    /** @type {NodeListOf<HTMLInputElement>} */
    const fields = document.querySelectorAll(".spoken input");
    for (const field of fields)
      field.checked = field.type === "checkbox" ? Reflect.get(settings, field.name) : field.value === settings.pace;
    /** @type {HTMLElement} */ (document.querySelector(".mute")).hidden = Boolean(voice());
    // The server does not know these settings, so a tap waits until they are shown.
    /** @type {NodeListOf<HTMLFieldSetElement>} */
    const sets = document.querySelectorAll("fieldset.spoken");
    for (const set of sets) set.disabled = false;
  }

  document.addEventListener("change", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    if (!target.closest?.(".spoken")) return;
    const { name, type, checked, value } = target;
    remember({ [name]: type === "checkbox" ? checked : value });
    const awake = wakeAudio();
    if (name === "sound")
      awake?.then(chime); // what was switched on, or its pace, is heard at once
    else speak([...document.querySelectorAll("#speech .phrase")]);
  });
  document.addEventListener("click", ({ target }) => /** @type {Element} */ (target).closest?.("#stop") && hush());

  return {
    name: "aloud",
    address: /^aloud$/,
    model: () => aloudView(game.fold, { asked, counting: game.counting }),
    mayGo: () => Boolean(game.state.open),
    step,
    opened,
    left: hush,
  };
}
