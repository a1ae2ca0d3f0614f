// The fewest points left to a player in the turn of the contract; twin of companion/rules/referee/leftovers.py.
import { isExact } from "./contracts.js";
import { Search, handOf } from "./hands.js";
import { RUN, SET, track } from "./melds.js";

// The limit of ways that are compared if melds may grow in the same turn.
const MOST_COMPARED = 200;
/** @type {RunSide[]} */
const SIDES = ["low", "high"];
/** @param {number[]} numbers */
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
/** @param {string} key */
const partsOf = (key) => key.split("/");

// The contract laid with the fewest points left, as { melds, points }; null if it cannot be laid.
/** @param {PlayingCard[]} cards @param {ContractPart[]} slots @param {Law} law @param {boolean} isLast */
export function fewestLeft(cards, slots, law, isLast) {
  const hand = handOf(cards);
  const first =
    new Search(hand, slots, law, { sparing: true }).first() ??
    new Search(hand, slots, law, { sparing: false }).first();
  if (!first) return null;
  const growth = growthOf(law, slots, isLast);
  return new Comparison(cards, hand, law, growth).best(
    new Search(hand, slots, law, { sparing: false, forPoints: true }),
  );
}

// Whether a player's own melds may grow in the turn of the contract, only if the rules allow it explicitly.
/** @param {Law} law @param {ContractPart[]} slots @param {boolean} isLast */
function growthOf(law, slots, isLast) {
  const said = (isLast && law.melding.lay_off_in_last) || law.melding.lay_off;
  const laidOff = said === "same_turn" && ["any", "own"].includes(law.melding.lay_off_on ?? "");
  /** @param {RunOrSet} kind */
  const grows = (kind) => laidOff || (slots.some((slot) => slot.kind === kind) && !isExact(kind, law, isLast));
  return { sets: grows(SET), runs: grows(RUN) };
}

// The search for the best of many ways to lay one contract.
class Comparison {
  /**
   * @param {PlayingCard[]} cards @param {SearchedHand} hand @param {Law} law
   * @param {{ sets: boolean, runs: boolean }} growth
   */
  constructor(cards, hand, law, growth) {
    this.hand = hand;
    this.law = law;
    this.growth = growth;
    this.grows = growth.sets || growth.runs;
    this.dead = total(cards.filter(({ wild, suit }) => !wild && !suit).map(({ points }) => points));
    this.price = new Map(
      cards.filter(({ suit }) => suit).map(({ rank, suit, points }) => [`${rank}/${suit}`, points]),
    );
    this.wild = cards.filter((card) => card.wild).map(({ points }) => points);
    this.wild.sort((a, b) => b - a);
    this.ownAtFirst = new Map(hand.own);
    /** @type {LaidContract | null} */
    this.found = null;
  }

  // The way that leaves the fewest points.
  /** @param {Search} search */
  best(search) {
    let number = 0;
    for (const melds of search.every((cards) => this.isWorth(cards))) {
      const points = this.dead + this.leftWith(melds);
      if (!this.found || points < this.found.points) this.found = { melds, points };
      if (points === this.dead || (this.grows && number > MOST_COMPARED)) break;
      number += 1;
    }
    return this.found;
  }

  // Whether so many more cards of the contract could improve on the best so far.
  /** @param {number} cards */
  isWorth(cards) {
    if (!this.found || this.grows) return true;
    const held = [...this.naturalPrices(this.hand.naturals), ...this.poolPrices(this.hand.pool)].sort((a, b) => b - a);
    return this.dead + total(held.slice(cards)) < this.found.points;
  }

  // The points of each natural card that is left.
  /** @param {HandCounts} naturals */
  naturalPrices(naturals) {
    return [...naturals].flatMap(([key, count]) => Array.from({ length: count }, () => this.priceOf(key)));
  }

  // The points of the wild cards left, after the most expensive have been laid.
  /** @param {number} pool */
  poolPrices(pool) {
    const prices = [...this.wild];
    for (const [key, count] of this.ownAtFirst) {
      for (let used = /** @type {number} */ (this.hand.own.get(key)); used < count; used += 1)
        prices.splice(prices.indexOf(this.priceOf(key)), 1);
    }
    return prices.slice(prices.length - pool);
  }

  /** @param {string} key */
  priceOf(key) {
    return /** @type {number} */ (this.price.get(key));
  }

  // The points of these natural cards and of so many wild ones.
  /** @param {HandCounts} naturals @param {number} pool */
  left(naturals, pool) {
    return total(this.naturalPrices(naturals)) + total(this.poolPrices(pool));
  }

  // The points left after all possible cards are added.
  /** @param {Chosen[]} melds */
  leftWith(melds) {
    /** @param {LaidKind} kind @param {boolean} may */
    const of = (kind, may) => (may ? melds.filter(({ slot }) => slot.kind === kind) : []);
    const ends = of(RUN, this.growth.runs).map(endOf);
    const ranks = new Set(of(SET, this.growth.sets).map(({ keys }) => partsOf(keys[0])[0]));
    return new Growing(this, ranks).fewest(new Map(this.hand.naturals), this.hand.pool, ends);
  }
}

// A run that may grow: its suit, its ends on the track, and whether these are wild cards.
/** @param {Chosen} run @returns {RunEnds} */
function endOf({ suit, start, keys, naturals }) {
  return {
    suit,
    low: start,
    high: start + keys.length - 1,
    lowWild: naturals[0] === null,
    highWild: naturals.at(-1) === null,
  };
}

/** @param {RunEnds} end @param {RunSide} side @param {boolean} wild */
function longer(end, side, wild) {
  return side === "low" ? { ...end, low: end.low - 1, lowWild: wild } : { ...end, high: end.high + 1, highWild: wild };
}

/** @param {RunEnds} end @param {RunSide} side */
const isWildAt = (end, side) => (side === "low" ? end.lowWild : end.highWild);

// One way to lay the contract, and the cards that can be added to its melds.
class Growing {
  /** @param {Comparison} comparison @param {Set<string>} ranks */
  constructor(comparison, ranks) {
    const { line, starts } = track(comparison.law, 1);
    this.comparison = comparison;
    this.ranks = ranks;
    this.law = comparison.law;
    this.hand = comparison.hand;
    this.line = line;
    this.starts = starts;
    this.wraps = line.length > starts;
    this.most = this.law.get("run_most");
  }

  // The fewest points, growing with natural cards first, then across wild cards.
  /** @param {HandCounts} naturals @param {number} pool @param {RunEnds[]} before @returns {number} */
  fewest(naturals, pool, before) {
    const ends = before.map((end) => this.grown(naturals, end));
    const found = [this.rest(naturals, pool, ends)];
    for (const [number, end] of ends.entries()) {
      for (const side of pool && found[0] ? SIDES : []) {
        const bridged = this.bridged(end, side, naturals);
        if (bridged) found.push(this.fewest(new Map(naturals), pool - 1, ends.with(number, bridged)));
      }
    }
    return Math.min(...found);
  }

  // The run with every natural card that continues an end; removes these.
  /** @param {HandCounts} naturals @param {RunEnds} before */
  grown(naturals, before) {
    let end = before;
    for (const side of SIDES) {
      for (let key = this.has(naturals, end, side, 1); key !== null; key = this.has(naturals, end, side, 1)) {
        naturals.set(key, /** @type {number} */ (naturals.get(key)) - 1);
        end = longer(end, side, false);
      }
    }
    return end;
  }

  // The rank of the place so many steps beyond this end; null at the end of the track.
  /** @param {RunEnds} end @param {RunSide} side @param {number} step */
  next(end, side, step) {
    if (this.most !== "none" && end.high - end.low + 1 + step > this.most) return null;
    const spot = side === "high" ? end.high + step : end.low - step;
    return this.line[this.wraps ? ((spot % this.starts) + this.starts) % this.starts : spot] ?? null;
  }

  // The natural card for that place, if there is one.
  /** @param {HandCounts} naturals @param {RunEnds} end @param {RunSide} side @param {number} step */
  has(naturals, end, side, step) {
    const rank = this.next(end, side, step);
    if (rank === null) return null;
    if (end.suit) return naturals.get(`${rank}/${end.suit}`) ? `${rank}/${end.suit}` : null;
    return [...naturals].find(([key, count]) => count && partsOf(key)[0] === rank)?.[0] ?? null;
  }

  // The run with a wild card at this end, if a natural card then continues it; else null.
  /** @param {RunEnds} end @param {RunSide} side @param {HandCounts} naturals */
  bridged(end, side, naturals) {
    if (isWildAt(end, side) && !this.law.get("wilds_touch_in_run")) return null;
    return this.has(naturals, end, side, 2) === null ? null : longer(end, side, true);
  }

  // The points left after sets have taken their ranks, and all melds their wild cards.
  /** @param {HandCounts} naturals @param {number} pool @param {RunEnds[]} ends */
  rest(naturals, pool, ends) {
    const kept = new Map([...naturals].filter(([key]) => !this.ranks.has(partsOf(key)[0])));
    return this.comparison.left(kept, Math.max(0, pool - (pool ? this.sinks(ends) : 0)));
  }

  // The number of wild cards that can be added to ends of runs, or to sets.
  /** @param {RunEnds[]} ends */
  sinks(ends) {
    if (this.ranks.size && this.law.get("wilds_touch_in_set")) return this.hand.pool;
    const sides = ends.flatMap((end) => SIDES.filter((side) => this.takesWild(end, side)));
    return sides.length;
  }

  /** @param {RunEnds} end @param {RunSide} side */
  takesWild(end, side) {
    return this.next(end, side, 1) !== null && (!isWildAt(end, side) || this.law.get("wilds_touch_in_run"));
  }
}
