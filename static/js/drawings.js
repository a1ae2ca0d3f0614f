// What the browser draws a round from, brought once: /g/<link>/drawings. Other rules, or somebody new, and it is brought again.
import { makeDrawer } from "./draw.js";

const AGAIN = 2000; // ms

export function openDrawings(game) {
  let rules = null;
  let colours = [];
  let title = "";
  let drawer = null;
  let asking = null;
  const isOfNow = () => drawer && colours.length >= game.state.names.length && isSame(rules, game.ruleset);

  async function bring() {
    const { ruleset } = game;
    const answer = await fetch(`/g/${game.link}/drawings`).catch(() => null);
    if (!answer?.ok) return new Promise((done) => setTimeout(done, AGAIN)).then(bring);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    ({ title } = page.body.dataset);
    colours = page.body.dataset.colours.split(" ");
    drawer = makeDrawer(page, { colour_of: (seat) => colours[seat] });
    rules = ruleset;
  }

  return {
    get isReady() {
      return Boolean(isOfNow());
    },
    // Once there is something to draw from, by the rules of now.
    async come() {
      if (!isOfNow()) await (asking ??= bring().finally(() => (asking = null)));
    },
    get title() {
      return title;
    },
    draw: (place, model) => drawer.draw(place, model),
    said: (name, model) => drawer.said(name, model),
  };
}

const isSame = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
