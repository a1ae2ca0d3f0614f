// What a player melds while the round is played.
import { meldFields, meldView, rankClasses } from "../views/melding.js";
import { meldsScore } from "../rules/judging/scoring.js";
import { classOf, handPoints, sum, turned, withLowCards } from "../rules/model/cards.js";
import { isEqual } from "../sync/rebase.js";
import { count, tapKeys } from "./hand/keys.js";

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {PlacePage} page @returns {Place} */
export function meldPlace({ game, drawings, tap, go, draw }) {
  /** @type {Key[]} */ let keys = []; // those on the screen
  /** @type {CardClass[]} */ let classes = []; // of these keys
  let fill = (/** @type {string[]} */ _) => {};
  /** @type {Cards | undefined} */ let before; // the cards tapped before the rules changed

  /** @param {Seat} seat */
  function mayMeld(seat) {
    const { open } = game.state;
    const isPlayed = game.mayScore && open && !open.over && !open.deal.playoff;
    return Boolean(isPlayed && meldsScore(open) && open.deal.players.includes(seat));
  }

  // The number of cards on each key that has one; 0 on the key of low cards is a choice.
  const cards = () =>
    Object.fromEntries(keys.flatMap((key, n) => (key.field.value ? [[classes[n].key, count(key)]] : [])));
  const withLow = () => withLowCards(classes, game.ruleset.pack.ranks, cards());

  // A low ace that costs what every ace costs now is one of them.
  /** @param {Cards} cards */
  function put(cards) {
    const named = (/** @type {CardClass} */ one) =>
      Object.keys(cards).filter((name) => classOf(classes, name) === one);
    fill(classes.map((one) => (named(one).length ? String(sum(named(one).map((name) => cards[name]))) : "")));
    changed();
  }

  // The choice of an ace ends with it.
  function forget() {
    const now = cards();
    classes.forEach(({ key, run }, n) => {
      if (run && !now[key] && !now[run[0]]) keys[n].field.value = "";
    });
  }

  function changed() {
    forget();
    find("empty").hidden = true;
    if (!drawings.has("meld")) find("points").textContent = String(handPoints(classes, { cards: withLow() }));
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
    const laid = Object.fromEntries(Object.entries(withLow()).filter(([, many]) => many));
    if (!keys.some(count)) find("empty").hidden = false;
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
      if (submitter?.name === "turn") return () => put(turned(classes, withLow(), submitter.value));
      return () => meld(Number(target.dataset.seat));
    },
    opened() {
      const form = find("meld");
      classes = rankClasses(game.fold);
      ({ keys, fill } = tapKeys(/** @type {HTMLElement} */ (form.querySelector(".keys")), form.dataset, changed));
      if (before) put(before);
      before = undefined;
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
