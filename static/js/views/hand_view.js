// The view model of the page that counts a hand; twin of web/pages/counting/hand_view.py. Contracts are given by
// number, card classes by key.
import { cardsToGoDown, mostBuys, mostHeld, pointsRange, possible, shownBuys } from "../rules/judging/hand_sizes.js";
import { countedPoints, doubled, meldsScore, onlyPoints } from "../rules/judging/scoring.js";
import { classCopies, countOf, handPoints } from "../rules/model/cards.js";
import { handOf, isOut, meldsOf, size } from "../rules/model/play.js";
import { missedOf, namedEnding } from "../rules/model/state.js";
import { walkView } from "./counting_order.js";
import { decided } from "./decisions.js";
import { expectedHand, withLaidMelds } from "./hand_form.js";
import { lastStep, mayTurnUp } from "./open_round.js";

// `blank` are the parts of the hand with empty fields, of "melds" and "hand".
/** @param {Folded} fold @param {Seat} seat @param {Phones} phones @param {BlankParts} [blank] @returns {CountView} */
export function handView({ ruleset, state }, seat, phones, blank = []) {
  const open = withLaidMelds(/** @type {OpenRound} */ (state.open), seat);
  const { deal, play } = open;
  const known = expectedHand(ruleset, open, seat);
  const played = { ruleset, deal, play };
  const number = deal.contracts[seat] ?? null;
  const out = play.went_out;
  const walk = walkView({ ruleset, state }, seat, phones);
  const isHeld = (seat === out && !play.partners) || onlyPoints(open);
  const hasPrice = missedOf(ruleset) !== null;
  const mayBeEmpty = !isHeld && (ruleset.last_turns || !known.sizes);
  return {
    seat,
    name: state.names[seat],
    round: deal.number,
    went_out: out === null ? null : state.names[out],
    ending: namedEnding(ruleset, play),
    counts: countsOf(ruleset, open, seat),
    number,
    asks_down: deal.down_counts && (known.isDown || !known.downIsOut),
    asks_wild: ruleset.draws_wild && deal.wild === null && mayTurnUp(ruleset, open),
    points: countedPoints(played, seat),
    price: doubled(missedOf(ruleset) ?? 0, played, seat),
    taken_as: !known.downIsOnlyShown || hasPrice ? "" : known.isDown ? "yes" : "no",
    is_typed: (known.hand.points ?? null) !== null,
    counted_at: open.counted_at[seat] ?? 0,
    may_be_empty: mayBeEmpty,
    sizes: sizesOf(ruleset, deal, seat, known, seat === out && play.ending === "knock"),
    rest: restOf(ruleset, deal, known, walk.may_write && isIncomplete(known, mayBeEmpty)),
    parts: meldsScore(open) ? parts(open, seat, blank) : [],
    walk,
    undo: state.last && !phones.isOther(state.last[0]) ? lastStep(state) : null,
  };
}

/**
 * @param {Pick<Ruleset, "knocking">} ruleset @param {OpenRound} open @param {Seat} seat
 * @returns {CountView["counts"]}
 */
export function countsOf({ knocking }, open, seat) {
  if (onlyPoints(open)) return "points";
  if (!meldsScore(open)) return knocking ? "deadwood" : "left";
  return isOut(open.play, seat) ? "melded" : "both";
}

// The size of the whole hand for this number of cards: the smallest that holds them all.
/** @param {HandSizes} sizes @param {number} cards */
const nextWhole = ({ without_contract: whole }, cards) =>
  whole.find((size) => size >= cards) ?? /** @type {number} */ (whole.at(-1));

// The number of cards missing from that hand.
/** @param {HandSizes} sizes @param {number} cards */
export const missingFromWhole = (sizes, cards) => Math.max(0, nextWhole(sizes, cards) - cards);

/**
 * @param {Ruleset} ruleset @param {Deal} deal @param {Seat} seat @param {ExpectedHand} expected
 * @param {boolean} hasClosed @returns {Sizes}
 */
function sizesOf(ruleset, deal, seat, expected, hasClosed) {
  const { hand, isDown, buys, sizes, cards, downIsOut, downIsOnlyShown } = expected;
  const each = ruleset.buys.allowed ? ruleset.buys.cards_each : 0;
  const showsBuys = sizes && buys === null && !isDown && size(hand) !== null;
  const most = sizes ? mostIfDown(ruleset, deal, seat, { each, buys, downIsOut }) : 0;
  const held = mostHeld(ruleset, deal, buys);
  const mostLeft = (hasClosed && held && ruleset.knocking?.cards) || held;
  const ifDown = sizes && !downIsOut ? heldIfDown(ruleset.buys.cards_each, sizes, cards, most) : 0;
  const whole = sizes ? nextWhole(sizes, cards) : null;
  return {
    size: cards,
    held: sizes && ((isDown && !downIsOnlyShown) || missedOf(ruleset) !== null) && ifDown ? ifDown : whole,
    held_if_down: ifDown,
    to_whole: sizes ? missingFromWhole(sizes, cards) : 0,
    limit: limit(ruleset, deal, { sizes, most, mostLeft, downIsOut, isDown }),
    whole: sizes ? sizes.without_contract[0] : 0,
    most,
    each,
    most_held: mostLeft,
    is_over: cards > (mostLeft || cards),
    least_points: !sizes || downIsOut ? 0 : pointsRange(ruleset, deal, sizes.without_contract.slice(0, 1))[0],
    shown_buys: showsBuys ? shownBuys(ruleset, deal, cards) : null,
  };
}

// The most cards left to a player who is down, with as few buys as possible; 0 if nothing can be left.
/** @param {number} each @param {HandSizes} sizes @param {number} cards @param {number} withoutBuys */
function heldIfDown(each, { most_after_contract: most }, cards, withoutBuys) {
  const needed = Math.max(1, Math.min(cards, most)) - withoutBuys;
  return Math.min(most, withoutBuys + Math.max(0, Math.ceil(needed / each)) * each);
}

/**
 * @param {Ruleset} ruleset @param {Deal} deal @param {Seat} seat
 * @param {Pick<ExpectedHand, "buys" | "downIsOut"> & { each: number }} buying
 */
function mostIfDown(ruleset, deal, seat, { each, buys, downIsOut }) {
  const left = downIsOut ? -each * mostBuys(ruleset, deal) : deal.cards - cardsToGoDown(ruleset, deal, seat);
  return Math.max(0, left + each * (buys ?? 0));
}

// The limits on the number of cards, as far as known.
/** @param {Ruleset} ruleset @param {Deal} deal @param {KnownSizes} known @returns {Sizes["limit"]} */
function limit(ruleset, deal, { sizes, most, mostLeft, downIsOut, isDown }) {
  return decided("limit", {
    has_price: missedOf(ruleset) !== null,
    has_sizes: Boolean(sizes),
    has_most_held: Boolean(mostLeft),
    melds_score: meldsScore({ deal }),
    buys: ruleset.buys.allowed,
    only_out_is_down: downIsOut && !isDown,
    has_most: most > 0,
  });
}

// Whether no whole hand has as many cards as are counted, nor one after the contract.
/** @param {ExpectedHand} expected @param {boolean} mayBeEmpty */
function isIncomplete({ sizes, cards, isDown }, mayBeEmpty) {
  return sizes && cards ? !possible(sizes, isDown).includes(cards) : !mayBeEmpty;
}

// The rest of the hand; a player who is marked as down has no whole hand.
/**
 * @param {Ruleset} ruleset @param {Deal} deal @param {ExpectedHand} expected @param {boolean} endsRound
 * @returns {Rest | null}
 */
function restOf(ruleset, deal, { hand, isDown, sizes, cards, downIsOnlyShown }, endsRound) {
  if (!sizes) return null;
  const isTyped = (hand.points ?? null) !== null;
  const missing = missingFromWhole(sizes, cards);
  const classes = fillers(ruleset, deal, hand, missing);
  const fits = missing > 0 && classes.some((filler) => filler.fits);
  return {
    is_offered: fits && !isTyped && !(isDown && !downIsOnlyShown) && missedOf(ruleset) === null,
    ends_round: endsRound,
    missing,
    cards: cards ? "others" : "all",
    classes,
  };
}

// The two classes with the most cards in play: the rest of a hand is most often of these.
/** @param {Ruleset} ruleset @param {Deal} deal @param {Hand} hand @param {number} missing @returns {Filler[]} */
function fillers(ruleset, deal, { cards }, missing) {
  /** @param {CardClass} cardClass */
  const copies = (cardClass) => classCopies(ruleset, deal, cardClass);
  const most = [...deal.values].sort((a, b) => copies(b) - copies(a));
  return most.slice(0, 2).map((filler) => ({
    key: filler.key,
    fits: countOf(filler, cards ?? {}) + missing <= copies(filler),
  }));
}

// Melds and leftovers; the player who went out has no leftovers.
/** @param {OpenRound} open @param {Seat} seat @param {BlankParts} blank @returns {Part[]} */
function parts({ deal, play }, seat, blank) {
  const hasNoCards = isOut(play, seat);
  const [noMelds, noHand] = [blank.includes("melds"), blank.includes("hand")];
  /** @param {Hand} hand */
  const points = (hand) => handPoints(deal.values, hand);
  /** @type {Part} */
  const melds = {
    code: "melds",
    points: points(meldsOf(play, seat)),
    is_blank: noMelds,
    is_open: hasNoCards || noMelds,
    is_asked: noMelds && !noHand && !hasNoCards,
  };
  if (hasNoCards) return [melds];
  return [
    melds,
    {
      code: "hand",
      points: points(handOf(play, seat)),
      is_blank: noHand,
      is_open: noHand || !noMelds,
      is_asked: noHand && !noMelds,
    },
  ];
}
