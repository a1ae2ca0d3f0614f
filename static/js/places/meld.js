// What a player melds while the round is played.
import { isFilled } from "../drawing/morph.js";
import { meldFields, meldView, rankClasses } from "../views/melding.js";
import { meldsScore } from "../rules/judging/scoring.js";
import { sum, withLowCards } from "../rules/model/cards.js";
import { count, tapKeys } from "./hand/keys.js";

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {PlacePage} page @returns {Place} */
export function meldPlace({ game, drawings, tap, go, draw }) {
  /** @type {Key[]} */ let keys = []; // those on the screen
  /** @type {CardClass[]} */ let classes = []; // of these keys
  let fill = (/** @type {string[]} */ _) => {};
  /** @type {CardClass | null} */ let low = null; // counted instead of an ace: once, so that the player can disagree
  /** @type {Cards} */ let before = {}; // the cards tapped before the rules changed

  /** @param {Seat} seat */
  function mayMeld(seat) {
    const { open } = game.state;
    const isPlayed = game.mayScore && open && !open.over && !open.deal.playoff;
    return Boolean(isPlayed && meldsScore(open) && open.deal.players.includes(seat));
  }

  // The cards tapped so far.
  function cards() {
    return Object.fromEntries(keys.map((key, n) => [classes[n].key, count(key)]).filter(([, many]) => many));
  }

  function show() {
    find("empty").hidden = true;
    const points = find("points");
    points.textContent = String(keys.reduce((sum, key) => sum + count(key) * key.value, 0));
  }

  /** @param {Cards} cards */
  const put = (cards) => fill(classes.map(({ key }) => String(cards[key] || "")));

  function changed() {
    const tapped = cards();
    if (!Object.keys(tapped).length) low = null;
    const [ace] = low?.run ?? [];
    if (low && tapped[low.key] && tapped[ace]) {
      put({ ...tapped, [ace]: tapped[ace] + tapped[low.key], [low.key]: 0 }); // a second ace: no run
      low = null;
    } else if (!low) {
      const laid = withLowCards(classes, tapped);
      low = classes.find(({ key }) => laid[key] > (tapped[key] ?? 0)) ?? null;
      if (low) put(laid);
    }
    show();
    draw(true);
  }

  // By other rules there are other keys.
  const isByOtherRules = () => JSON.stringify(rankClasses(game.fold)) !== JSON.stringify(classes);

  /** @param {Seat} seat */
  async function drawAnew(seat) {
    do await drawings.come("meld");
    while (!drawings.has("meld")); // those of the former rules were still to come
    if (!keys.length || !mayMeld(seat) || !isByOtherRules()) return;
    const tapped = cards();
    go(`meld/${seat}`);
    before = tapped;
  }

  // A low ace that costs what every ace costs is one of them.
  /** @param {CardClass} cardClass */
  const asBefore = ({ key, also = {} }) =>
    sum(Object.keys(before).map((name) => (name === key || also[name] === key ? before[name] : 0)));

  // To the own page of the player if this is their phone, otherwise to the table.
  /** @param {Seat} seat */
  const goBack = (seat) => go(seat === game.seat ? `seat/${seat}` : "");

  /** @param {Seat} seat */
  function meld(seat) {
    const laid = cards();
    if (!Object.keys(laid).length) find("empty").hidden = false;
    else if (tap([{ kind: "melded", seat, cards: laid }])) goBack(seat);
  }

  return {
    name: "meld",
    address: /^meld\/(\d+)$/,
    model(seat) {
      const view = meldView(game.fold, seat, game.seat, cards());
      return { ...view, form: meldFields(game.fold) };
    },
    mayGo: mayMeld,
    step({ target, submitter }) {
      if (target.id !== "meld") return null;
      if (submitter?.name === "undo") return () => tap([{ kind: "entry_undone", sequence: Number(submitter.value) }]);
      return () => meld(Number(target.dataset.seat));
    },
    opened() {
      const form = find("meld");
      isFilled(find("points"));
      classes = rankClasses(game.fold);
      ({ keys, fill } = tapKeys(/** @type {HTMLElement} */ (form.querySelector(".keys")), form.dataset, changed));
      low = null;
      if (Object.keys(before).length) put(Object.fromEntries(classes.map((one) => [one.key, asBefore(one)])));
      before = {};
      show();
    },
    heard() {
      const seat = Number(find("meld").dataset.seat);
      if (!mayMeld(seat) || !isByOtherRules()) return false;
      drawAnew(seat);
      return true;
    },
    left() {
      keys = [];
    },
  };
}
