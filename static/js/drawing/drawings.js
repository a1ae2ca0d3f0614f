// The templates of a round, loaded once: /g/<link>/drawings. Other rules or a newcomer invalidate them.
import { loaded, pause } from "../browser/page_events.js";
import { isEqual } from "../sync/rebase.js";
import { textAt } from "../sync/requests.js";
import { makeDrawer } from "./draw.js";

// The stylesheets of each place, and its theme colour. They are preloaded with the templates, so that no place is ever
// displayed unstyled.
const AWAY = "not all"; // the media query of a preloaded stylesheet that is not applied
const AGAIN = 2000; // ms until a failed stylesheet is requested again

/** @param {Document} document */
function makeDress({ head }) {
  /** @type {Map<string, HTMLLinkElement>} */ const known = new Map(); // the link elements of all places, by address

  // In their order, whichever place was opened first: of two equal rules the later one wins.
  /** @param {Element[]} elements */
  function linksOf(elements) {
    /** @type {HTMLLinkElement[]} */ const links = [];
    const found = elements.filter((element) => element.matches("link"));
    for (const element of found.reverse()) links.unshift(linkOf(element, links[0]));
    return links;
  }

  /** @param {Element} link @param {Element} [next] */
  function linkOf(link, next) {
    const href = link.getAttribute("href") ?? "";
    /** @type {() => HTMLLinkElement | null} */
    const sent = () => head.querySelector(`link[rel=stylesheet][href="${href}"]`);
    if (!known.has(href)) known.set(href, sent() ?? fetched(href, next));
    return /** @type {HTMLLinkElement} */ (known.get(href));
  }

  /** @param {string} href @param {Element} [next] */
  function fetched(href, next) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, media: AWAY });
    link.onerror = () => {
      link.remove();
      setTimeout(() => known.delete(href), AGAIN);
    };
    head.insertBefore(link, next ?? null);
    return link;
  }

  /** @param {HTMLLinkElement} link */
  const isWorn = ({ media }) => media !== AWAY;

  return {
    prepare: (/** @type {Element[]} */ elements) => void linksOf(elements),
    isReady: (/** @type {Element[]} */ elements) => linksOf(elements).every(({ sheet }) => sheet),
    wear(/** @type {Element[]} */ elements) {
      const worn = new Set(linksOf(elements));
      for (const link of known.values())
        if (worn.has(link) !== isWorn(link)) link.media = worn.has(link) ? "all" : AWAY;
    },
    // The theme colour of the browser.
    colour(/** @type {Element[]} */ elements) {
      for (const meta of head.querySelectorAll("meta[name=theme-color]")) meta.remove();
      head.append(...elements.filter((element) => element.matches("meta")));
    },
  };
}

const PAUSES = { first: 2000, longest: 60_000 }; // ms, doubled after each failure
const PATIENCE = 15_000;
const LOOK_AGAIN = 50;

/** @param {OpenGamePage} game */
export function openDrawings(game) {
  /** @type {Ruleset | null} */ let rules = null;
  /** @type {string[]} */ let colours = [];
  let title = "";
  /** @type {Drawer | null} */ let drawer = null;
  /** @type {Promise<void> | null} */ let asking = null;
  let pauseNow = PAUSES.first;
  const dress = makeDress(document);
  /** @type {Map<string, Element[]>} */ let heads = new Map(); // the head of the page of each place
  /** @param {string} place */
  const headOf = (place) => heads.get(place) ?? [];
  const isOfNow = () =>
    drawer && colours.length >= game.state.names.length && (rules === game.ruleset || isEqual(rules, game.ruleset));

  /** @returns {Promise<void>} */
  async function bring() {
    const { ruleset } = game;
    const text = (await early()) ?? (await textAt(addressOf(game), PATIENCE));
    if (!text) {
      const wait = pauseNow;
      pauseNow = Math.min(2 * wait, PAUSES.longest);
      return pause(wait).then(bring);
    }
    pauseNow = PAUSES.first;
    const page = new DOMParser().parseFromString(text, "text/html");
    const { dataset } = /** @type {WithData<"title" | "colours">} */ (page.body);
    ({ title } = dataset);
    colours = dataset.colours.split(" ");
    drawer = makeDrawer(page, { colour_of: (seat) => colours[seat] });
    rules = ruleset;
    /** @type {NodeListOf<HTMLTemplateElement>} */ const templates = page.querySelectorAll("template[data-of=head]");
    heads = new Map([...templates].map(({ dataset, content }) => [dataset.key ?? "", [...content.children]]));
    loaded().then(() => heads.forEach(dress.prepare)); // for other places
  }

  return {
    // Whether this place can be drawn without a request.
    has: (/** @type {string} */ place) => Boolean(isOfNow()) && heads.has(place) && dress.isReady(headOf(place)),
    // Whether the loaded templates do not have this place: a phone without a seat has no own page.
    lacks: (/** @type {string} */ place) => Boolean(drawer) && !heads.has(place),
    // Resolves once the templates for the current rules have loaded; for this place, with its stylesheets.
    async come(/** @type {string} */ place = "") {
      if (!isOfNow()) await (asking ??= bring().finally(() => (asking = null)));
      while (heads.has(place) && !dress.isReady(headOf(place))) await pause(LOOK_AGAIN);
    },
    colourOf: (/** @type {Seat} */ seat) => colours[seat],
    get title() {
      return title;
    },
    // { title, body, text, parts, wear, colour }: `wear` enables its stylesheets, `colour` is the theme colour.
    draw(/** @type {string} */ place, /** @type {object} */ model) {
      const { head, ...drawn } = /** @type {Drawer} */ (drawer).draw(place, model);
      return { ...drawn, wear: () => dress.wear(headOf(place)), colour: () => dress.colour(head()) };
    },
    said: (/** @type {string} */ name, /** @type {object} */ model) =>
      /** @type {Drawer} */ (drawer).said(name, model),
  };
}

// As this page requests them first (opening.js).
/** @param {OpenGamePage} game */
const addressOf = ({ log }) => document.getElementById("opening")?.dataset.with ?? log.replace(/log$/, "drawings");

// The response that opening.js requested while this script was loading; once.
function early() {
  const opening = /** @type {Opening | null} */ (document.getElementById("opening"));
  const drawings = opening?.drawings;
  if (opening) delete opening.drawings;
  return drawings;
}
