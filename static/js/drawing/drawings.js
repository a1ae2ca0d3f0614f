// What the browser draws a round from, brought once: /g/<link>/drawings. Other rules, or somebody new, and it is
// brought again.
import { makeDrawer } from "./draw.js";
import { makeDress } from "./stylesheets.js";
import { loaded } from "../browser/loaded.js";

const PAUSES = { first: 2000, longest: 60_000 }; // ms, doubled after each failure
const PATIENCE = 15_000;
const LOOK_AGAIN = 50;
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export function openDrawings(game) {
  let rules = null;
  let colours = [];
  let title = "";
  let drawer = null;
  let asking = null;
  let pauseNow = PAUSES.first;
  const dress = makeDress(document);
  let heads = new Map(); // by place what stands in the head of its page
  const isOfNow = () => drawer && colours.length >= game.state.names.length && isSame(rules, game.ruleset);

  async function bring() {
    const { ruleset } = game;
    const text = (await early()) ?? (await asked(game.log.replace(/log$/, "drawings")));
    if (!text) {
      const wait = pauseNow;
      pauseNow = Math.min(2 * wait, PAUSES.longest);
      return pause(wait).then(bring);
    }
    pauseNow = PAUSES.first;
    const page = new DOMParser().parseFromString(text, "text/html");
    ({ title } = page.body.dataset);
    colours = page.body.dataset.colours.split(" ");
    drawer = makeDrawer(page, { colour_of: (seat) => colours[seat] });
    rules = ruleset;
    heads = new Map(
      [...page.querySelectorAll("template[data-of=head]")].map(({ dataset, content }) => [
        dataset.key,
        [...content.children],
      ]),
    );
    loaded().then(() => heads.forEach(dress.prepare)); // what other places need
  }

  return {
    // Whether this place can be shown without asking.
    has: (place) => Boolean(isOfNow()) && heads.has(place) && dress.isReady(heads.get(place)),
    // Once there is something to draw from, by the rules of now; for this place, with what it wears.
    async come(place) {
      if (!isOfNow()) await (asking ??= bring().finally(() => (asking = null)));
      while (heads.has(place) && !dress.isReady(heads.get(place))) await pause(LOOK_AGAIN);
    },
    get title() {
      return title;
    },
    // { title, body, text, parts, wear, colour }: what puts its styles on, and what the phone's own bar.
    draw(place, model) {
      const { head, ...drawn } = drawer.draw(place, model);
      return { ...drawn, wear: () => dress.wear(heads.get(place)), colour: () => dress.colour(head()) };
    },
    said: (name, model) => drawer.said(name, model),
  };
}

// What opening.js has asked for while this script came; once.
function early() {
  const opening = document.getElementById("opening");
  const drawings = opening?.drawings;
  if (opening) delete opening.drawings;
  return drawings;
}

// What stands there, to its last byte; null where it has not come in time.
async function asked(address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

const isSame = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
