// What a player melds while the round is played.
import { isFilled } from "../drawing/morph.js";
import { meldFields, meldView, rankClasses } from "../views/melding.js";
import { meldsScore } from "../rules/judging/scoring.js";
import { withLowCards } from "../rules/model/cards.js";
import { count, tapKeys } from "./hand/keys.js";

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {PlacePage} page @returns {Place} */
export function meldPlace({ game, tap, go, draw }) {
  /** @type {Key[]} */ let keys = []; // those on the screen
  let fill = (/** @type {string[]} */ _) => {};
  let isLow = false; // an ace has been counted as a low one: once, so that the player can disagree

  /** @param {Seat} seat */
  function mayMeld(seat) {
    const { open } = game.state;
    const isPlayed = game.mayScore && open && !open.over && !open.deal.playoff;
    return Boolean(isPlayed && meldsScore(open) && open.deal.players.includes(seat));
  }

  // The cards tapped so far.
  function cards() {
    const classes = rankClasses(game.fold);
    return Object.fromEntries(keys.map((key, n) => [classes[n].key, count(key)]).filter(([, many]) => many));
  }

  function show() {
    find("empty").hidden = true;
    const points = find("points");
    points.textContent = String(keys.reduce((sum, key) => sum + count(key) * key.value, 0));
  }

  function changed() {
    const [classes, tapped] = [rankClasses(game.fold), cards()];
    const laid = withLowCards(classes, tapped);
    if (laid !== tapped && !isLow) fill(classes.map(({ key }) => String(laid[key] || "")));
    isLow ||= laid !== tapped;
    show();
    draw(true);
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
      ({ keys, fill } = tapKeys(/** @type {HTMLElement} */ (form.querySelector(".keys")), form.dataset, changed));
      isLow = false;
      show();
    },
    left() {
      keys = [];
    },
  };
}
