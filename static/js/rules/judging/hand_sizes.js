// The possible sizes of a hand, and its possible points; twin of companion/rules/judging/hand_sizes.py. `buys` is the
// entered number of buys, null if none was entered.
import { cardsInPlay, classCopies, handPoints, sum } from "../model/cards.js";
import { size } from "../model/play.js";

const MOST_BUYS = 20; // without a limit
const MOST_CARDS_HELD = 140; // if hands grow without a limit, a larger one is an error
/** @param {number} first @param {number} last */
const upTo = (first, last) => Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);

// The most buys of one player in this round, by the rules or by the number of cards.
/** @param {Ruleset} ruleset @param {Deal} deal */
export function mostBuys({ buys, pack }, deal) {
  if (!buys.allowed) return 0;
  if (buys.limits) return buys.limits[Math.min(deal.planned, buys.limits.length) - 1];
  const toBuy = cardsInPlay({ pack }, deal) - deal.cards * deal.players.length;
  return Math.max(0, Math.min(MOST_BUYS, Math.floor(toBuy / buys.cards_each)));
}

/** @param {Ruleset} ruleset @param {Deal} deal @param {number | null} buys */
function buysPossible(ruleset, deal, buys) {
  return buys !== null && ruleset.buys.allowed ? [buys] : upTo(0, mostBuys(ruleset, deal));
}

const SMALLEST_MELD = 3; // cards

// The cards of this seat's contract; without contracts those of the smallest meld.
/** @param {Ruleset} ruleset @param {Deal} deal @param {Seat} seat */
export const cardsToGoDown = ({ contracts }, deal, seat) =>
  seat in deal.contracts ? contracts[deal.contracts[seat] - 1] : SMALLEST_MELD;

// Whether it matters in this round that the player of this seat is down.
/** @param {Deal} deal @param {Seat} seat */
const downCounts = (deal, seat) => deal.down_counts && deal.players.includes(seat);

// The sizes for one seat where it matters who is down; null if unknown.
/** @param {Ruleset} ruleset @param {Deal} deal @param {Seat} seat @param {number | null} [buys] */
export function handSizes(ruleset, deal, seat, buys = null) {
  if (ruleset.hand_size !== "known" || !downCounts(deal, seat)) return null;
  return sizesOf({
    dealt: deal.cards,
    left: deal.cards - cardsToGoDown(ruleset, deal, seat),
    each: ruleset.buys.cards_each,
    counts: buysPossible(ruleset, deal, buys),
  });
}

// Without a last discard a contract may also take the drawn card, so that nothing is left.
/** @param {SizesBy} by */
export function sizesOf({ dealt, left, each, counts }) {
  const needed = counts.find((count) => left + each * count > 0) ?? /** @type {number} */ (counts.at(-1));
  return {
    without_contract: counts.map((count) => dealt + each * count),
    most_after_contract: Math.max(0, left + each * /** @type {number} */ (counts.at(-1))),
    likely_after_contract: Math.max(0, left + each * needed),
  };
}

/** @param {HandSizes} sizes @param {boolean} down */
export const possible = (sizes, down) => (down ? upTo(1, sizes.most_after_contract) : sizes.without_contract);

// The largest hand in a game without contracts; null if unknown.
/** @param {Ruleset} ruleset @param {Deal} deal @param {number | null} [buys] */
export function mostHeld(ruleset, deal, buys = null) {
  if (Object.keys(deal.contracts).length || ruleset.hand_size === "unknown") return null;
  if (ruleset.hand_size === "grows") {
    const others = deal.cards * (deal.players.length - 1);
    return Math.max(deal.cards, Math.min(cardsInPlay(ruleset, deal) - others, MOST_CARDS_HELD));
  }
  return deal.cards + ruleset.buys.cards_each * /** @type {number} */ (buysPossible(ruleset, deal, buys).at(-1));
}

// The buys of a player who is not down, inferred from the size; null if it is no whole hand.
/** @param {Ruleset} ruleset @param {Deal} deal @param {number} cards */
export function shownBuys(ruleset, deal, cards) {
  const count = (cards - deal.cards) / ruleset.buys.cards_each;
  return Number.isInteger(count) && count >= 0 && count <= mostBuys(ruleset, deal) ? count : null;
}

// Whether the leftovers alone show that a player is down; null if they leave it open.
/** @param {Ruleset} ruleset @param {Deal} deal @param {Seat} seat @param {Hand} hand @param {number | null} [buys] */
export function inferDown(ruleset, deal, seat, hand, buys = null) {
  const cards = size(hand);
  if (ruleset.last_turns && downCounts(deal, seat) && (cards === 0 || hand.points === 0)) return true;
  const sizes = handSizes(ruleset, deal, seat, buys);
  if (!sizes) return null;
  const goesOut = layingDownIsGoingOut(ruleset, deal, seat);
  if (cards !== null) return shownDown(sizes, cards, buys, goesOut);
  const [least] = pointsRange(ruleset, deal, sizes.without_contract.slice(0, 1));
  const points = handPoints(deal.values, hand);
  return !goesOut && points > 0 && points < least ? true : null;
}

// Whether a typed total fits a player who is down as well as one who is not, so that an answer is needed.
/** @param {Ruleset} ruleset @param {Deal} deal @param {Seat} seat @param {Hand} hand @param {number | null} [buys] */
export function totalLeavesDownOpen(ruleset, deal, seat, hand, buys = null) {
  const points = hand.points ?? 0;
  if (!(points > 0) || !downCounts(deal, seat) || deal.playoff) return false;
  if (inferDown(ruleset, deal, seat, hand, buys) !== null) return false;
  const sizes = handSizes(ruleset, deal, seat, buys);
  if (!sizes) return true;
  if (layingDownIsGoingOut(ruleset, deal, seat) || !sizes.most_after_contract) return false;
  return Boolean((reachablePoints(ruleset, deal, possible(sizes, true)) >> BigInt(points)) & 1n);
}

// A whole hand: not down. At most as many cards as the contract leaves: down. Otherwise it is open.
/** @param {HandSizes} sizes @param {number} cards @param {number | null} buys @param {boolean} goesOut */
function shownDown(sizes, cards, buys, goesOut) {
  const couldBeDown = cards > 0 && cards <= sizes.likely_after_contract && !goesOut;
  const couldBeNot = sizes.without_contract.includes(cards);
  if (couldBeNot && buys === null) return false;
  return couldBeDown === couldBeNot ? null : couldBeDown;
}

// Whether the contract takes the whole hand, so that only the player who goes out lays it down.
/** @param {Ruleset} ruleset @param {Deal} deal @param {Seat} seat @returns {boolean} */
export function layingDownIsGoingOut(ruleset, deal, seat) {
  const isLast = deal.contracts[seat] === ruleset.contracts.length;
  if (isLast && ruleset.only_who_goes_out_lays_down_last) return true;
  return handSizes(ruleset, deal, seat)?.most_after_contract === 0;
}

// The fewest and the most points of a hand of one of these sizes.
/** @param {Ruleset} ruleset @param {Deal} deal @param {number[]} sizes */
export function pointsRange(ruleset, deal, sizes) {
  const cards = sum(deal.values.map((cardClass) => classCopies(ruleset, deal, cardClass)));
  const held = sizes.filter((cardsHeld) => cardsHeld <= cards);
  if (!held.length) return [0, 0];
  const least = take(ruleset, deal, [...deal.values].reverse(), Math.min(...held));
  return [least, take(ruleset, deal, deal.values, Math.max(...held))];
}

/** @param {Ruleset} ruleset @param {Deal} deal @param {CardClass[]} classes @param {number} cards */
function take(ruleset, deal, classes, cards) {
  let points = 0;
  for (const cardClass of classes) {
    const taken = Math.min(cards, classCopies(ruleset, deal, cardClass));
    points += taken * cardClass.value;
    cards -= taken;
  }
  return points;
}

// All possible totals of a hand of one of these sizes, as a bit set: bit n is n points.
/** @param {Ruleset} ruleset @param {Deal} deal @param {number[]} sizes */
export function reachablePoints(ruleset, deal, sizes) {
  // [k]: totals of k cards of the classes so far.
  /** @type {bigint[]} */
  let byCount = upTo(0, Math.max(...sizes)).map((count) => (count ? 0n : 1n));
  for (const cardClass of deal.values) {
    const most = classCopies(ruleset, deal, cardClass);
    const value = BigInt(cardClass.value);
    /** @param {number} count */
    const taking = (count) =>
      upTo(0, Math.min(count, most)).map((taken) => byCount[count - taken] << (BigInt(taken) * value));
    byCount = byCount.map((_, count) => union(taking(count)));
  }
  return union(sizes.map((cards) => byCount[cards]));
}

/** @param {bigint[]} bitSets */
const union = (bitSets) => bitSets.reduce((all, bits) => all | bits, 0n);
