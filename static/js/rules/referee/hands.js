// Whether a hand can lay down a contract: a search over its cards, runs first, then sets; twin of
// companion/rules/referee/hands.py. The key of a card is its rank and suit, `5/H`; in a run of any suits only its
// rank, `5/`.
import { runsRule } from "./contracts.js";
import { COLOUR, RUN, SET, placeOf, track } from "./melds.js";

/** @param {Pick<PlayingCard, "rank" | "suit">} card */
const keyOf = ({ rank, suit }) => `${rank}/${suit}`;
/** @param {string} key */
const partsOf = (key) => key.split("/");
/** @param {string} a @param {string} b */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
/** @param {number[]} numbers */
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
/** @param {HandCounts} counts @param {string} key @param {number} count */
const add = (counts, key, count) => counts.set(key, (counts.get(key) ?? 0) + count);

// The rest of a hand during the search. `own` are cards of a wild rank, among the `pool` of all wild cards.
/** @param {PlayingCard[]} cards */
export function handOf(cards) {
  /** @type {HandCounts[]} */
  const [naturals, own] = [new Map(), new Map()];
  for (const card of cards.filter(({ suit }) => suit)) add(card.wild ? own : naturals, keyOf(card), 1);
  return { naturals, own, pool: cards.filter(({ wild }) => wild).length, melds: /** @type {Chosen[]} */ ([]) };
}

// The key of a search state: equal states have equal results.
/** @param {SearchedHand} hand */
function stateOf({ naturals, own, pool, melds }) {
  const runs = melds
    .filter(({ slot }) => slot.kind === RUN)
    .map(({ suit, start, keys }) => `${suit}${start}+${keys.length}`);
  const ranks = melds.filter(({ slot }) => slot.kind === SET).map(({ keys }) => keys[0]);
  const last = melds.at(-1);
  const after = last ? `${last.suit}${last.start}${last.slot.kind}${last.slot.size}${last.keys[0]}` : "";
  return `${[...naturals.values()]};${[...own.values()]};${pool};${runs.sort()};${ranks.sort()};${after}`;
}

// All ways to lay down a contract; `sparing` ones use a wild card only if necessary.
export class Search {
  /**
   * @param {SearchedHand} hand @param {ContractPart[]} slots @param {Law} law
   * @param {{ sparing: boolean, forPoints?: boolean }} way
   */
  constructor(hand, slots, law, { sparing, forPoints = false }) {
    /** @param {ContractPart} a @param {ContractPart} b */
    const byKind = (a, b) =>
      Number(a.kind !== RUN) - Number(b.kind !== RUN) || b.size - a.size || compare(a.rank, b.rank);
    this.hand = hand;
    this.sparing = sparing;
    this.forPoints = forPoints;
    this.slots = slots.toSorted(byKind);
    this.limits = new Limits(law, hand, this.slots);
    const sizes = this.slots.filter(({ kind }) => kind === RUN).map(({ size }) => size);
    this.windows = new Map([...new Set(sizes)].map((size) => [size, windowsOf(size, hand, law)]));
    this.need = [0]; // the minimum of wild cards for the slots from each on, given the whole hand
    for (const slot of this.slots.toReversed()) this.need.unshift(this.need[0] + this.leastWilds(slot));
    /** @type {Set<string>} */
    this.failed = new Set();
  }

  /** @param {ContractPart} slot */
  leastWilds(slot) {
    if (slot.kind === RUN) {
      const naturals = this.windowsFor(slot).map(({ keys }) => keys.filter((key) => countOf(this.hand, key)).length);
      return slot.size - Math.max(0, ...naturals);
    }
    /** @type {HandCounts} */
    const groups = new Map();
    for (const [key, count] of this.hand.naturals) add(groups, partsOf(key)[slot.kind === COLOUR ? 1 : 0], count);
    return Math.max(0, slot.size - Math.max(0, ...groups.values()));
  }

  // One way; null if there is none.
  /** @returns {Chosen[] | null} */
  first() {
    return this.hand.pool >= this.need[0] ? this.firstFrom(0) : null;
  }

  /** @param {number} number @returns {Chosen[] | null} */
  firstFrom(number) {
    if (number === this.slots.length) return [...this.hand.melds];
    const state = `${number}:${stateOf(this.hand)}`;
    if (this.failed.has(state)) return null;
    for (const chosen of this.choices(number)) {
      take(this.hand, chosen);
      const found = this.firstFrom(number + 1);
      giveBack(this.hand, chosen);
      if (found) return found;
    }
    this.failed.add(state);
    return null;
  }

  // All ways; branches of the search that are not `isWorth` it are pruned.
  /** @param {(cards: number) => boolean} isWorth @param {number} [number] @returns {Generator<Chosen[], void>} */
  *every(isWorth, number = 0) {
    if (number === this.slots.length) {
      yield [...this.hand.melds];
      return;
    }
    for (const chosen of this.choices(number)) {
      take(this.hand, chosen);
      if (isWorth(total(this.slots.slice(number + 1).map(({ size }) => size)))) yield* this.every(isWorth, number + 1);
      giveBack(this.hand, chosen);
    }
  }

  // The ways to fill this slot that leave enough wild cards for those after it.
  /** @param {number} number */
  *choices(number) {
    const slot = this.slots[number];
    const most = this.hand.pool - this.need[number + 1];
    const last = this.hand.melds.at(-1);
    const after = last && isLike(last.slot, slot) ? last : null;
    if (slot.kind === RUN) yield* this.runs(slot, most, after);
    else yield* this.groups(slot, most, after, slot.kind === COLOUR ? 1 : 0);
  }

  /** @param {ContractPart} slot */
  windowsFor({ size }) {
    return /** @type {RunWindow[]} */ (this.windows.get(size));
  }

  /** @typedef {Generator<Chosen, void>} Choices */
  /** @param {ContractPart} slot @param {number} most @param {Chosen | null} after @returns {Choices} */
  *runs(slot, most, after) {
    for (const { suit, start, keys } of this.windowsFor(slot)) {
      if (after && (compare(suit, after.suit) || start - after.start) < 0) continue;
      if (!this.limits.mayLie({ suit, start, keys }, this.hand.melds)) continue;
      for (const naturals of this.patterns(keys, most, [])) yield { slot, suit, start, keys, naturals };
    }
  }

  // The natural card of each place of a run, null for a wild one.
  /**
   * @param {string[]} keys @param {number} most @param {Chosen["naturals"]} soFar
   * @returns {Generator<Chosen["naturals"], void>}
   */
  *patterns(keys, most, soFar) {
    if (most < 0) return;
    if (soFar.length === keys.length) {
      if (this.limits.allow(keys.length, soFar.filter((key) => key === null).length)) yield soFar;
      return;
    }
    const found = this.naturalsFor(keys[soFar.length], soFar);
    for (const key of found) yield* this.patterns(keys, most - (this.hand.own.has(key) ? 1 : 0), [...soFar, key]);
    const touches = soFar.length > 0 && soFar.at(-1) === null && !this.limits.touchInRun;
    if (touches || (found.length && !this.spares())) return;
    yield* this.patterns(keys, most - 1, [...soFar, null]);
  }

  // The natural cards left for this place. One of several suits is enough, unless a set may not repeat suits.
  /** @param {string} key @param {Chosen["naturals"]} soFar */
  naturalsFor(key, soFar) {
    const { naturals, own } = this.hand;
    const [rank, suit] = partsOf(key);
    /** @type {string[]} */
    const found = [];
    for (const counts of this.limits.naturalInRun ? [naturals, own] : [naturals]) {
      const here = suit ? [key] : [...counts.keys()].filter((other) => partsOf(other)[0] === rank);
      found.push(...here.filter((other) => (counts.get(other) ?? 0) > soFar.filter((one) => one === other).length));
    }
    return this.limits.repeats ? found.slice(0, 1) : found;
  }

  // Whether a wild card may replace a natural one: for the points, or because another meld may need that.
  spares() {
    const later = this.slots.slice(this.hand.melds.length + 1);
    const wanted = this.limits.setsWant || (this.limits.runsWant && later.some(({ kind }) => kind === RUN));
    return !this.sparing && (this.forPoints || wanted);
  }

  // Sets, and cards of one colour: by rank or by suit.
  /**
   * @param {ContractPart} slot @param {number} most @param {Chosen | null} after @param {number} part
   * @returns {Generator<Chosen, void>}
   */
  *groups(slot, most, after, part) {
    for (const name of this.names(slot, part)) {
      if (after && compare(name, partsOf(after.keys[0])[part]) < 0) continue;
      if (slot.kind === SET && !this.limits.mayRepeat(name, this.hand.melds)) continue;
      const { cards, cost } = this.group(name, part);
      const available = Math.min(cards.length, slot.size);
      for (let count = available; count >= (this.sparing ? available : 0); count -= 1) {
        const wilds = slot.size - count;
        if (wilds + cost * count > most || !this.limits.allowSet(slot, wilds)) continue;
        const naturals = [...cards.slice(0, count), ...Array.from({ length: wilds }, () => null)];
        const keys = naturals.map((key) => key ?? (part ? `/${name}` : `${name}/`));
        yield { slot, suit: part ? name : "", start: 0, keys, naturals };
      }
    }
  }

  /** @param {ContractPart} slot @param {number} part */
  names({ rank }, part) {
    if (rank) return [rank];
    const { naturals, own } = this.hand;
    /** @param {HandCounts} counts */
    const namesIn = (counts) => [...counts].filter(([, count]) => count).map(([key]) => partsOf(key)[part]);
    const wild = part === 0 && this.limits.naturalInSet ? namesIn(own) : [];
    const names = [...new Set([...namesIn(naturals), ...wild])].sort();
    return names.length ? names : [""];
  }

  // The natural cards of a rank or suit, and what each takes from the wild pool: 0, or 1.
  /** @param {string} name @param {number} part */
  group(name, part) {
    const { naturals, own } = this.hand;
    const cards = listed(naturals, name, part, this.limits.repeats);
    if (cards.length || part !== 0 || !this.limits.naturalInSet) return { cards, cost: 0 };
    return { cards: listed(own, name, part, this.limits.repeats), cost: 1 };
  }
}

/** @param {ContractPart} one @param {ContractPart} other */
const isLike = (one, other) => one.kind === other.kind && one.size === other.size && one.rank === other.rank;

// The cards of one group, frequent ones first; each once unless `twice` is allowed.
/** @param {HandCounts} counts @param {string} name @param {number} part @param {boolean} twice */
function listed(counts, name, part, twice) {
  const found = [...counts].filter(([key, count]) => count && partsOf(key)[part] === name);
  found.sort((a, b) => b[1] - a[1] || compare(a[0], b[0]));
  return found.flatMap(([key, count]) => Array.from({ length: twice ? count : 1 }, () => key));
}

// The melding rules for the search; silent keys are read only if the hand depends on them.
export class Limits {
  /** @param {Law} law @param {SearchedHand} hand @param {ContractPart[]} slots */
  constructor(law, hand, slots) {
    /** @param {LaidKind} kind */
    const many = (kind) => slots.filter((slot) => slot.kind === kind).length;
    const several = hand.pool > 1;
    const own = hand.own.size > 0;
    const others = slots.filter(({ kind }) => kind !== RUN).map(({ size }) => size);
    this.law = law;
    this.touchInRun = !several || !many(RUN) || law.get("wilds_touch_in_run");
    this.touchInSet = !several || !many(SET) || law.get("wilds_touch_in_set");
    this.naturalInRun = own && many(RUN) > 0 && law.get("natural_wild_in_run");
    this.naturalInSet = own && many(SET) > 0 && law.get("natural_wild_in_set");
    this.repeats = !many(SET) || law.get("set_repeats_suit");
    this.allWild = hand.pool >= Math.min(...slots.map(({ size }) => size)) && law.get("all_wild");
    this.sameRank = many(SET) <= 1 || law.get("sets_same_rank");
    this.most = law.get("most_wilds");
    this.atMost = law.get("wilds_at_most");
    this.least = law.get("least_naturals");
    const capped = this.most !== "none" || this.atMost === "naturals" || this.least > 1;
    const bare = others.length > 0 && hand.pool >= Math.min(...others) && !this.allWild;
    this.setsWant = others.length > 0 && (!this.touchInSet || capped || bare);
    this.runsWant = !this.touchInRun || capped || !this.allWild;
  }

  // Whether a meld of this size may have so many wild cards.
  /** @param {number} size @param {number} wilds */
  allow(size, wilds) {
    const most = this.most === "none" ? size : (this.most[size] ?? this.most.any ?? size);
    const naturals = size - wilds;
    if (wilds > most || naturals < this.least) return false;
    return !(this.atMost === "naturals" && wilds > naturals) && (naturals > 0 || this.allWild);
  }

  // The same for a set, whose wild cards are kept apart if possible.
  /** @param {Pick<ContractPart, "kind" | "size">} slot @param {number} wilds */
  allowSet({ kind, size }, wilds) {
    const apart = kind !== SET || 2 * wilds <= size + 1;
    return (apart || this.touchInSet) && this.allow(size, wilds);
  }

  // Whether a run is legal beside the runs chosen so far.
  /** @param {RunWindow} run @param {Chosen[]} melds */
  mayLie({ suit, start, keys }, melds) {
    const beside = melds.filter((meld) => suit && meld.slot.kind === RUN && meld.suit === suit);
    return !beside.some((meld) => runsRule([meld.start, meld.keys.length], [start, keys.length], this.law));
  }

  // Whether a set of this rank may be chosen beside the others.
  /** @param {string} rank @param {Chosen[]} melds */
  mayRepeat(rank, melds) {
    return (
      this.sameRank || !rank || melds.every(({ slot, keys }) => slot.kind !== SET || partsOf(keys[0])[0] !== rank)
    );
  }
}

// All places of runs that the natural cards and the wild pool can fill.
/** @param {number} size @param {SearchedHand} hand @param {Law} law @returns {RunWindow[]} */
function windowsOf(size, hand, law) {
  const { line, starts } = track(law, size);
  const suits = law.get("run_one_suit") ? law.deck.suits : [""];
  const found = suits.flatMap((suit) =>
    Array.from({ length: starts }, (_, start) => ({
      suit,
      start,
      keys: line.slice(start, start + size).map((rank) => keyOf({ rank, suit })),
    })),
  );
  return found.filter(({ keys }) => keys.filter((key) => !countOf(hand, key)).length <= hand.pool);
}

// The number of natural cards of this rank and suit that are left; of any suit if empty.
/** @param {SearchedHand} hand @param {string} key */
function countOf({ naturals }, key) {
  const [rank, suit] = partsOf(key);
  if (suit) return naturals.get(key) ?? 0;
  return total([...naturals].filter(([other]) => partsOf(other)[0] === rank).map(([, count]) => count));
}

// Remove the cards of this meld from the hand.
/** @param {SearchedHand} hand @param {Chosen} chosen */
function take(hand, chosen) {
  for (const key of chosen.naturals) move(hand, key, -1);
  hand.melds.push(chosen);
}

// Return them to the hand.
/** @param {SearchedHand} hand @param {Chosen} chosen */
function giveBack(hand, chosen) {
  hand.melds.pop();
  for (const key of chosen.naturals) move(hand, key, 1);
}

/** @param {SearchedHand} hand @param {string | null} key @param {number} count */
function move(hand, key, count) {
  const isWild = key === null || hand.own.has(key);
  if (isWild) hand.pool += count;
  if (key !== null) add(isWild ? hand.own : hand.naturals, key, count);
}

// The melds in the order of the contract.
/** @param {Chosen[]} melds @param {ContractPart[]} slots */
export function inSlots(melds, slots) {
  const left = [...melds];
  return slots.map(
    (slot) =>
      left.splice(
        left.findIndex((meld) => isLike(meld.slot, slot)),
        1,
      )[0],
  );
}

// The melds with their cards; wild cards of the highest value are used first.
/** @param {PlayingCard[]} hand @param {Chosen[]} melds */
export function placed(hand, melds) {
  const left = [...hand];
  const natural = melds.map(({ naturals }) => naturals.map((key) => pick(left, key)));
  const wild = left.filter((card) => card.wild).sort((a, b) => b.points - a.points || compare(a.code, b.code));
  return melds.map((meld, number) => asPlaced(meld, natural[number], wild));
}

/** @param {PlayingCard[]} left @param {string | null} key */
function pick(left, key) {
  const at = key === null ? -1 : left.findIndex((card) => keyOf(card) === key);
  return at < 0 ? null : left.splice(at, 1)[0];
}

/** @param {Chosen} meld @param {(PlayingCard | null)[]} cards @param {PlayingCard[]} wild @returns {Placed} */
function asPlaced({ slot, suit, start, keys }, cards, wild) {
  const of = slot.kind === SET ? "" : suit;
  const places = cards.map((card, number) =>
    card
      ? placeOf(card, card.rank, card.suit, true)
      : placeOf(/** @type {PlayingCard} */ (wild.shift()), partsOf(keys[number])[0], of, false),
  );
  return { kind: /** @type {LaidKind} */ (slot.kind), places, start };
}
