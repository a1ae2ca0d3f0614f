// The cheapest arrangement of a hand: sets and runs, and as few points as possible beside them; twin of
// companion/rules/referee/arranging.py. An aim has the fewest `runs` and how many of these are `pure`; with `discards`
// one card is discarded first; with `whole` all others are in melds; with `onlyPure` all melds are pure runs.
import { Limits, handOf } from "./hands.js";
import { RUN, SET, track } from "./melds.js";

const FEWEST = 2; // cards of a meld in a game without a minimum
/** @type {RunOrSet[]} */
const RUN_OR_SET = [RUN, SET];
const NO_AIM = { runs: 0, pure: 0, discards: false, whole: false, onlyPure: false };
/** @type {[number, number]} */
const IMPOSSIBLE = [10 ** 6, 10 ** 6];
/** @param {number[]} numbers */
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
/** @param {Least} one @param {Least} other */
const isLess = ([points, cards], [most, mostCards]) => points < most || (points === most && cards < mostCards);
/** @param {ArrangedMeld} meld */
const isPure = ({ kind, places }) => kind === RUN && !places.includes(null);
/** @template T @param {number} count @param {T} value @returns {T[]} */
const times = (count, value) => Array.from({ length: count }, () => value);

// The arrangement with the fewest points left, then the fewest cards; null if none will do.
/** @param {PlayingCard[]} cards @param {Law} law @param {Partial<Aim>} aim @returns {Cheapest | null} */
export function cheapest(cards, law, aim) {
  const search = new Arranging(cards, law, { ...NO_AIM, ...aim });
  const [points, left] = search.best(search.start);
  return points >= IMPOSSIBLE[0] ? null : { melds: [...search.melds()], points, cards: left };
}

// The fewest points left with one more card, for each that could be drawn and will do: [card, points].
/**
 * @param {PlayingCard[]} cards @param {PlayingCard[]} drawn @param {Law} law @param {Partial<Aim>} aim
 * @returns {[card: PlayingCard, points: number][]}
 */
export function pointsWithEach(cards, drawn, law, aim) {
  const whole = { ...NO_AIM, ...aim };
  const search = new Arranging(cards, law, whole, drawn);
  /** @param {PlayingCard} card */
  const points = (card) => {
    if (!card.wild) return search.bestWith(card);
    const one = new Arranging([...cards, card], law, whole);
    return one.best(one.start)[0];
  };
  /** @type {[PlayingCard, number][]} */
  const found = drawn.map((card) => [card, points(card)]);
  return found.filter(([, left]) => left < IMPOSSIBLE[0]);
}

// A search card by card, the dearest first, that remembers the best rest of each hand. In a state the cards from `at`
// on are not decided yet, nor are `pool` wild ones; `counts` is by kind of card; `runs` and `pure` are those still
// needed. A meld has its places: the number of the kind of card, null for a wild card.
class Arranging {
  /** @param {PlayingCard[]} cards @param {Law} law @param {Aim} aim @param {PlayingCard[]} [drawn] */
  constructor(cards, law, aim, drawn = []) {
    const hand = handOf(cards);
    const known = [...cards, ...drawn].filter(({ suit, wild }) => suit || !wild);
    const kinds = new Map(known.map((card) => [card.code, card]));
    this.kinds = [...kinds.values()].sort(
      (a, b) => Number(a.wild) - Number(b.wild) || b.points - a.points || (a.code < b.code ? -1 : 1),
    );
    this.wild = cards.filter(({ wild }) => wild).map(({ points }) => points);
    this.wild.sort((a, b) => b - a);
    const counts = this.kinds.map(({ code }) => cards.filter((card) => card.code === code).length);
    const { runs, pure, discards } = aim;
    this.start = this.on({ at: 0, counts, pool: hand.pool, runs, pure, discards });
    this.law = law;
    this.size = cards.length + Number(drawn.length > 0);
    this.aim = aim;
    this.countsRuns = runs > 0 || pure > 0;
    this.sizes = { [RUN]: this.sizesOf(RUN), [SET]: this.sizesOf(SET) };
    this.limits = new Limits(
      law,
      hand,
      RUN_OR_SET.map((kind) => ({ kind, size: this.sizes[kind][0], rank: "" })),
    );
    this.line = track(law, this.size).line;
    const once = law.deck.order.length + 1;
    this.firsts = this.line.length > once + 1 ? once : this.line.length; // fewer than ranks where these repeat
    this.byKey = this.naturalsByKey();
    this.firstWild = this.kinds.filter(({ wild }) => !wild).length;
    /** @type {Map<string, ArrangedMeld[]>} */
    this.found = new Map();
    /** @type {Map<number, number[]>} */
    this.neighbours = new Map();
    /** @type {Map<string, { best: Least, step: ArrangingStep | null }>} */
    this.known = new Map();
  }

  // The fewest and the most cards of such a meld.
  /** @param {"run" | "set"} kind @returns {[least: number, most: number]} */
  sizesOf(kind) {
    const [least, most] = [this.law.get(`${kind}_least`), this.law.get(`${kind}_most`)];
    return [least === "none" ? FEWEST : least, most === "none" ? this.size : Math.min(most, this.size)];
  }

  // The numbers of the kinds of card by rank and suit, also by rank alone.
  naturalsByKey() {
    /** @type {Map<string, number[]>} */
    const found = new Map();
    for (const [number, { rank, suit, wild }] of this.kinds.entries())
      if (suit && (!wild || this.limits.naturalInRun))
        for (const key of [`${rank}/${suit}`, `${rank}/`]) found.set(key, [...(found.get(key) ?? []), number]);
    return found;
  }

  // The fewest points that this rest can leave, and the fewest cards with these points.
  /** @param {ArrangingState} state @returns {Least} */
  best(state) {
    return this.decided(state).best;
  }

  /** @param {ArrangingState} state */
  decided(state) {
    const key = `${state.at};${state.counts};${state.pool};${state.runs};${state.pure};${state.discards}`;
    const known = this.known.get(key);
    if (known) return known;
    let best = this.leftAtTheEnd(state);
    /** @type {ArrangingStep | null} */
    let chosen = null;
    for (const step of this.steps(state)) {
      const [points, cards] = this.best(step.after);
      /** @type {[number, number]} */
      const found = [points + step.points, cards + step.cards];
      if (isLess(found, best)) {
        best = found;
        chosen = step;
      }
      if (best[0] === 0 && best[1] === 0) break;
    }
    const decided = { best, step: chosen };
    this.known.set(key, decided);
    return decided;
  }

  // The fewest points left with one more card, which is no wild one.
  /** @param {PlayingCard} card */
  bestWith(card) {
    const kind = this.kinds.indexOf(card);
    const more = { ...this.start, at: Math.min(kind, this.start.at), counts: less(this.start.counts, kind, -1) };
    const melds = this.meldsWith(more, kind).map((meld) => ({ after: this.without(more, meld), points: 0 }));
    const steps = [...melds, ...this.stepsPast(this.start, card)];
    return Math.min(IMPOSSIBLE[0], ...steps.map(({ after, points }) => this.best(after)[0] + points));
  }

  // The melds of the best arrangement.
  *melds() {
    for (let { step } = this.decided(this.start); step; { step } = this.decided(step.after))
      if (step.meld) yield this.chosen(step.meld);
  }

  /** @param {ArrangedMeld} meld @returns {Chosen} */
  chosen({ kind, places, suit, start, ranks }) {
    const naturals = places.map((n) => (n === null ? null : `${this.kinds[n].rank}/${this.kinds[n].suit}`));
    const slot = { kind, size: ranks.length, rank: "" };
    return { slot, suit, start, keys: ranks.map((rank) => `${rank}/${suit}`), naturals };
  }

  // The wild cards that are left once all others are decided.
  /** @param {ArrangingState} state @returns {Least} */
  leftAtTheEnd({ at, counts, pool, runs, pure, discards }) {
    if (at < this.kinds.length || runs || pure) return IMPOSSIBLE;
    const prices = [...this.wild];
    for (const [number, kind] of this.kinds.entries())
      for (let used = counts[number]; kind.wild && used < this.start.counts[number]; used += 1)
        prices.splice(prices.indexOf(kind.points), 1);
    let left = prices.slice(prices.length - pool);
    if ((discards && !left.length) || (this.aim.whole && left.length > Number(discards))) return IMPOSSIBLE;
    if (discards) left = left.slice(1);
    return [total(left), left.length];
  }

  /** @param {ArrangingState} state @returns {Generator<ArrangingStep, void>} */
  *steps(state) {
    for (const meld of this.meldsWith(state, state.at))
      yield { after: this.without(state, meld), points: 0, cards: 0, meld };
    if (state.at === this.kinds.length) return;
    const kind = this.kinds[state.at];
    if (kind.wild) {
      // It may still lie in the place of another card.
      yield { after: this.on({ ...state, at: state.at + 1 }), points: 0, cards: 0, meld: null };
      return;
    }
    yield* this.stepsPast(this.on({ ...state, counts: less(state.counts, state.at, 1) }), kind);
  }

  // A card that goes into no meld is the discard, or left over.
  /** @param {ArrangingState} state @param {PlayingCard} card @returns {Generator<ArrangingStep, void>} */
  *stepsPast(state, { points }) {
    if (state.discards) yield { after: { ...state, discards: false }, points: 0, cards: 0, meld: null };
    if (!this.aim.whole) yield { after: state, points, cards: 1, meld: null };
  }

  // The same, at the next card that is to be decided.
  /** @param {ArrangingState} state */
  on(state) {
    let { at } = state;
    while (at < this.kinds.length && !state.counts[at]) at += 1;
    return { ...state, at };
  }

  /** @param {ArrangingState} state @param {ArrangedMeld} meld */
  without(state, meld) {
    const { kind, places } = meld;
    const counts = [...state.counts];
    for (const number of places) if (number !== null) counts[number] -= 1;
    const runs = Math.max(0, state.runs - Number(kind === RUN));
    const pure = Math.max(0, state.pure - Number(isPure(meld)));
    return this.on({ ...state, counts, pool: state.pool - this.wildsAmong(places), runs, pure });
  }

  /** @param {(number | null)[]} places */
  wildsAmong(places) {
    return places.filter((number) => number === null || this.kinds[number].wild).length;
  }

  // The melds with this kind of card; of those that take the same cards only the first. Other suits and ranks do not
  // matter, so the melds are found once for many states.
  /** @param {ArrangingState} state @param {number} kind @returns {ArrangedMeld[]} */
  meldsWith(state, kind) {
    const near = this.near(kind).map((number) => state.counts[number]);
    const key = `${kind};${Math.max(state.at, this.firstWild)};${near};${state.pool}`;
    if (!this.found.has(key)) this.found.set(key, this.eachOnce(this.everyMeld(state, kind)));
    return /** @type {ArrangedMeld[]} */ (this.found.get(key));
  }

  /** @param {Iterable<ArrangedMeld>} every */
  eachOnce(every) {
    /** @type {Map<string, ArrangedMeld>} */
    const melds = new Map();
    for (const meld of every) {
      const taken = meld.places.map((number) => number ?? -1).sort((a, b) => a - b);
      const name = this.countsRuns ? `${taken};${meld.kind};${isPure(meld)}` : `${taken}`;
      if (!melds.has(name)) melds.set(name, meld);
    }
    return [...melds.values()];
  }

  // The kinds of card that may lie in one meld with this one as themselves.
  /** @param {number} kind @returns {number[]} */
  near(kind) {
    if (kind === this.kinds.length) return [];
    if (!this.neighbours.has(kind)) {
      const { rank, suit } = this.kinds[kind];
      const anySuit = !this.law.get("run_one_suit");
      /** @param {PlayingCard} other */
      const isNear = (other) => anySuit || other.rank === rank || other.suit === suit;
      this.neighbours.set(
        kind,
        [...this.kinds.keys()].filter((number) => isNear(this.kinds[number])),
      );
    }
    return /** @type {number[]} */ (this.neighbours.get(kind));
  }

  /** @param {ArrangingState} state @param {number} kind @returns {Generator<ArrangedMeld, void>} */
  *everyMeld(state, kind) {
    if (kind === this.kinds.length) {
      if (!this.aim.onlyPure) yield* this.bare(state.pool);
    } else if (this.kinds[kind].suit) {
      yield* this.runs(state, kind);
      if (!this.aim.onlyPure) yield* this.sets(state, kind);
    }
  }

  // Melds of wild cards alone.
  /** @param {number} pool @returns {Generator<ArrangedMeld, void>} */
  *bare(pool) {
    for (const kind of RUN_OR_SET) {
      const [least, most] = this.sizes[kind];
      const longest = kind === RUN ? this.line.length : pool;
      for (let size = least; size <= Math.min(most, pool, longest); size += 1) {
        if (!this.mayBeWild(kind, size, size)) continue;
        const ranks = kind === RUN ? this.line.slice(0, size) : times(size, "");
        yield { kind, places: times(size, null), suit: kind === RUN ? this.law.deck.suits[0] : "", start: 0, ranks };
      }
    }
  }

  /** @param {"run" | "set"} kind @param {number} size @param {number} wilds */
  mayBeWild(kind, size, wilds) {
    if (kind === SET) return this.limits.allowSet({ kind, size }, wilds);
    const touching = wilds > 1 && wilds === size && !this.limits.touchInRun;
    return !touching && this.limits.allow(size, wilds);
  }

  /** @param {ArrangingState} state @param {number} number @returns {Generator<ArrangedMeld, void>} */
  *sets(state, number) {
    const kind = this.kinds[number];
    const [least, most] = this.sizes[SET];
    if (kind.wild && !this.limits.naturalInSet) return;
    for (const places of this.groups(state, number)) {
      const pool = Math.min(state.pool - (kind.wild ? places.length : 0), this.otherWilds(kind));
      const last = Math.min(pool, most - places.length);
      for (let wilds = Math.max(0, least - places.length); wilds <= last; wilds += 1) {
        const size = places.length + wilds;
        if (!this.mayBeWild(SET, size, wilds)) continue;
        yield {
          kind: SET,
          places: [...places, ...times(wilds, null)],
          suit: "",
          start: 0,
          ranks: times(size, kind.rank),
        };
      }
    }
  }

  // The wild cards that are not natural in a set of this rank, which may not repeat a suit.
  /** @param {PlayingCard} card */
  otherWilds({ rank }) {
    const own = this.kinds.map((kind, number) =>
      !this.limits.repeats && kind.wild && kind.rank === rank ? this.start.counts[number] : 0,
    );
    return this.wild.length - total(own);
  }

  // Every choice of cards of its rank with this kind of card.
  /** @param {ArrangingState} state @param {number} kind */
  groups(state, kind) {
    const most = this.limits.repeats ? this.size : 1;
    /** @type {number[][]} */
    let found = [[]];
    for (let number = state.at; number < this.kinds.length; number += 1) {
      if (this.kinds[number].rank !== this.kinds[kind].rank) continue;
      const counts = Array.from({ length: Math.min(state.counts[number], most) + 1 }, (_, count) => count);
      const some = counts.filter((count) => number !== kind || count);
      found = found.flatMap((cards) => some.map((count) => [...cards, ...times(count, number)]));
    }
    return found;
  }

  /** @param {ArrangingState} state @param {number} kind @returns {Generator<ArrangedMeld, void>} */
  *runs(state, kind) {
    const { rank, suit, wild } = this.kinds[kind];
    const most = this.sizes[RUN][1];
    if (wild && !this.limits.naturalInRun) return;
    const of = this.law.get("run_one_suit") ? suit : "";
    for (const [spot, here] of this.line.entries())
      for (let start = Math.max(0, spot - most + 1); here === rank && start <= spot; start += 1)
        if (start < this.firsts) yield* this.grown(state, [], { suit: of, start, spot, kind });
  }

  // Runs from this start on that have the kind of card on its spot.
  /**
   * @param {ArrangingState} state @param {(number | null)[]} places @param {OnTrack} on
   * @returns {Generator<ArrangedMeld, void>}
   */
  *grown(state, places, on) {
    const [least, most] = this.sizes[RUN];
    const end = on.start + places.length;
    const wilds = places.filter((number) => number === null).length;
    if (places.length >= least && end > on.spot && this.mayBeWild(RUN, places.length, wilds))
      yield { kind: RUN, places, suit: on.suit, start: on.start, ranks: this.line.slice(on.start, end) };
    if (places.length === most || end === this.line.length) return;
    const pool = state.pool - this.wildsAmong(places);
    for (const number of this.naturals(state, places, on))
      if (pool || !this.kinds[number].wild) yield* this.grown(state, [...places, number], on);
    const touches = places.length > 0 && places.at(-1) === null && !this.limits.touchInRun;
    if (pool && end !== on.spot && !touches && !this.aim.onlyPure) yield* this.grown(state, [...places, null], on);
  }

  // The kinds of card that can lie next as themselves; the one on its spot is kept for it.
  /** @param {ArrangingState} state @param {(number | null)[]} places @param {OnTrack} on */
  naturals(state, places, { suit, start, spot, kind }) {
    const end = start + places.length;
    if (end === spot) return [kind];
    const used = end < spot ? [...places, kind] : places;
    const here = this.byKey.get(`${this.line[end]}/${suit}`) ?? [];
    /** @param {number} number */
    const isLeft = (number) => state.counts[number] > used.filter((other) => other === number).length;
    return here.filter((number) => number >= state.at && isLeft(number));
  }
}

/** @param {number[]} counts @param {number} at @param {number} by */
const less = (counts, at, by) => counts.with(at, counts[at] - by);
