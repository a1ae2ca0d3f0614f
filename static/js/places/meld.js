// What a player melds while the round is played.
import { isFilled } from "../drawing/morph.js";
import { meldFields, meldView, rankClasses } from "../views/melding.js";
import { meldsScore } from "../rules/judging/scoring.js";
import { find as classOf, sum, withLowCards } from "../rules/model/cards.js";
import { isEqual } from "../sync/rebase.js";
import { count, tapKeys } from "./hand/keys.js";

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {PlacePage} page @returns {Place} */
export function meldPlace({ game, drawings, tap, go, draw }) {
  /** @type {Key[]} */ let keys = []; // those on the screen
  /** @type {CardClass[]} */ let classes = []; // of these keys
  let fill = (/** @type {string[]} */ _) => {};
  /** @type {CardClass | undefined} */ let low; // counted instead of an ace: once, so that the player can disagree
  /** @type {Cards | undefined} */ let before; // the cards tapped before the rules changed

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

  // A low ace that costs what every ace costs now is one of them.
  /** @param {Cards} cards */
  function put(cards) {
    const countOf = (/** @type {CardClass} */ one) =>
      sum(Object.keys(cards).map((name) => (classOf(classes, name) === one ? cards[name] : 0)));
    fill(classes.map((one) => String(countOf(one) || "")));
  }

  function changed() {
    const tapped = cards();
    if (!Object.keys(tapped).length) low = undefined;
    const [ace] = low?.run ?? [];
    if (low && tapped[low.key] && tapped[ace]) {
      put({ ...tapped, [ace]: tapped[ace] + tapped[low.key], [low.key]: 0 }); // a second ace: no run
      low = undefined;
    } else if (!low) {
      const laid = withLowCards(classes, tapped);
      low = classes.find(({ key }) => laid[key] && !tapped[key]);
      if (low) put(laid);
    }
    show();
    draw(true);
  }

  // By other rules there are other keys.
  const isByOtherRules = () => !isEqual(rankClasses(game.fold), classes);

  /** @param {Seat} seat */
  async function drawAnew(seat) {
    do await drawings.come("meld");
    while (!drawings.has("meld")); // those of the former rules were still to come
    if (!keys.length || !mayMeld(seat) || !isByOtherRules()) return;
    const tapped = cards();
    go(`meld/${seat}`);
    before = tapped;
  }

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
      if (before) put(before);
      low = before = undefined;
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
