// One meld: all legal arrangements of its cards, or the rule it violates; twin of companion/rules/referee/melds.py.
import { ACE } from "./deck.js";
import { Law } from "./law.js";

export const SET = "set";
export const RUN = "run";
export const COLOUR = "colour";
export const ANY = "any";
/** @type {RunOrSet[]} */
const SET_OR_RUN = [SET, RUN];
// The order of checks: of several arrangements, the one that fails last determines the fault.
export const SIZES = 0;
export const CARDS = 1;
export const SUITS = 2;
const PLACES = 3;
const TOUCHING = 4;
export const CAPS = 5;
export const PAIRS = 6;
// The limit of arrangements of one run, or of all melds together: further ones differ in suits only.
export const MOST_WAYS = 2000;

/** @param {number} stage @param {string} rule @param {string[]} cards @returns {MeldFault} */
export const fault = (stage, rule, cards) => ({ stage, rule, cards });
/** @type {(card: PlayingCard, rank: string, suit: string, natural: boolean) => CardPlace} */
export const placeOf = (card, rank, suit, natural) => ({ card, rank, suit, natural });
/** @param {Places} placed */
export const codesOf = ({ places }) => places.map(codeOf);
/** @param {Places} placed */
export const rankOf = ({ places }) => places.find(({ natural }) => natural)?.card.rank ?? "";
/** @param {Places} placed */
export const suitOf = ({ places }) => places.find(({ natural }) => natural)?.card.suit ?? "";
/** @param {MeldFault[]} faults */
export const latest = (faults) => faults.reduce((best, one) => (one.stage > best.stage ? one : best));
/** @param {PlayingCard[]} cards */
const codes = (cards) => cards.map(({ code }) => code);
/** @param {Meld} meld */
const heldCodes = ({ cards }) => cards.map(({ card }) => card.code);
// The ranks that wild cards are said to stand for.
/** @param {Held[]} cards */
export const saidRanks = (cards) => cards.flatMap(({ stands }) => stands?.[0] ?? []);
/** @param {Meld} meld */
const fixedOf = ({ cards }) => cards.filter(({ card }) => !card.wild).map(({ card }) => card);

// The notation of answers: `5H`, or `*=5H` for a wild card, `*=5?` in any suit.
/** @param {CardPlace} place */
function codeOf({ card, rank, suit, natural }) {
  const [stands, of] = [rank || "?", suit || "?"];
  const same = card.rank === stands && (of === card.suit || of === "?");
  return natural || same ? card.code : `${card.code}=${stands}${of}`;
}

// All legal arrangements of its cards; or none, and the fault of the best one.
/** @param {Meld} meld @param {Law} law @returns {Ways} */
export function ways(meld, law) {
  if (meld.kind === ANY) return best(SET_OR_RUN.map((kind) => ways({ ...meld, kind }, law)));
  const wrong = sizeFault(meld, law);
  if (wrong) return { legal: [], fault: wrong };
  const found = lying(meld, law);
  return Array.isArray(found) ? allowed(found, meld, law) : { legal: [], fault: found };
}

// Whether `ways` has an arrangement; stops at the first, and looks for no fault.
/** @param {Meld} meld @param {Law} law @returns {boolean} */
export function isLegal(meld, law) {
  if (meld.kind === ANY) return SET_OR_RUN.some((kind) => isLegal({ ...meld, kind }, law));
  if (sizeFault(meld, law)) return false;
  for (const placed of oneAfterAnother(meld, law)) if (!wildFault(placed, law, meld.in_order)) return true;
  return false;
}

// All arrangements as they are found; none for a meld at fault.
/** @param {Meld} meld @param {Law} law @returns {Generator<Placed, void>} */
function* oneAfterAnother(meld, law) {
  if (meld.kind === RUN) {
    if (!suitsFault(meld, law)) yield* upTo(MOST_WAYS, lyingRuns(meld, law));
    return;
  }
  const found = lying(meld, law);
  if (Array.isArray(found)) yield* found;
}

// All arrangements of its cards regardless of wild cards and sizes; else the fault.
/** @param {Meld} meld @param {Law} law */
export const lying = (meld, law) => LYING[meld.kind](meld, law);

/** @param {Ways[]} found @returns {Ways} */
function best(found) {
  const legal = found.flatMap((one) => one.legal);
  return { legal, fault: legal.length ? null : latest(found.flatMap((one) => one.fault ?? [])) };
}

/** @param {Placed[]} found @param {Meld} meld @param {Law} law @returns {Ways} */
function allowed(found, meld, law) {
  const tried = found.map((placed) => ({ placed, wrong: wildFault(placed, law, meld.in_order) }));
  const legal = tried.filter(({ wrong }) => !wrong).map(({ placed }) => placed);
  return { legal, fault: legal.length ? null : latest(tried.flatMap(({ wrong }) => wrong ?? [])) };
}

// The fault of a size outside a contract, which has sizes of its own.
/** @param {Meld} meld @param {Law} law */
function sizeFault(meld, law) {
  if (meld.slot || (meld.kind !== SET && meld.kind !== RUN)) return null;
  const [least, most] = [law.get(`${meld.kind}_least`), law.get(`${meld.kind}_most`)];
  const size = meld.cards.length;
  if (least !== "none" && size < least) return fault(SIZES, `${meld.kind}_least`, heldCodes(meld));
  if (most !== "none" && size > most) return fault(SIZES, `${meld.kind}_most`, heldCodes(meld));
  return null;
}

// The most frequent of these; the first of several.
/** @param {string[]} values */
function usualOf(values) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ["", 0])[0];
}

// Sets.

/** @param {Meld} meld @param {Law} law */
function sets(meld, law) {
  const fixed = fixedOf(meld);
  const said = saidRanks(meld.cards);
  const ranks = [...new Set([...fixed.map(({ rank }) => rank), ...said, ...(meld.rank ? [meld.rank] : [])])];
  if (ranks.length > 1 || fixed.some(({ suit }) => !suit)) return fault(CARDS, "set_one_rank", strangers(fixed));
  const found = (ranks.length ? ranks : setRanks(meld)).map((rank) => setOf(meld, rank, law));
  const legal = found.filter(isPlaced);
  return legal.length ? legal : /** @type {MeldFault} */ (found[0]);
}

/** @param {Placed | MeldFault} found @returns {found is Placed} */
const isPlaced = (found) => "places" in found;

// The cards of other ranks than the most frequent one.
/** @param {PlayingCard[]} cards */
function strangers(cards) {
  const usual = usualOf(cards.map(({ rank }) => rank));
  const others = codes(cards.filter(({ rank }) => rank !== usual));
  return others.length ? others : codes(cards.filter(({ suit }) => !suit));
}

// The possible ranks of a set of wild cards only; empty for any.
/** @param {Meld} meld */
const setRanks = ({ cards }) => [...new Set(cards.filter(({ card }) => card.suit).map(({ card }) => card.rank)), ""];

/** @param {Meld} meld @param {string} rank @param {Law} law @returns {Placed | MeldFault} */
function setOf(meld, rank, law) {
  const places = meld.cards.map((held) => inSet(held, rank, law));
  const natural = places.filter((place) => place.natural).map(({ card }) => card.code);
  const twice = natural.find((code) => natural.indexOf(code) !== natural.lastIndexOf(code));
  if (twice && !law.get("set_repeats_suit")) return fault(SUITS, "set_repeats_suit", [twice, twice]);
  return { kind: SET, places, start: 0 };
}

/** @param {Held} held @param {string} rank @param {Law} law */
function inSet({ card, stands }, rank, law) {
  const own = rank !== "" && card.rank === rank && !stands;
  if (own && (!card.wild || law.get("natural_wild_in_set"))) return placeOf(card, rank, card.suit, true);
  return placeOf(card, rank, stands ? stands[1] : "", false);
}

/** @param {Meld} meld @returns {Placed[] | MeldFault} */
function colours(meld) {
  const fixed = fixedOf(meld);
  const usual = usualOf(fixed.map(({ suit }) => suit));
  const others = codes(fixed.filter(({ suit }) => suit !== usual || !suit));
  if (others.length) return fault(CARDS, COLOUR, others);
  return [
    { kind: COLOUR, places: meld.cards.map(({ card }) => placeOf(card, card.rank, usual, !card.wild)), start: 0 },
  ];
}

// Runs.

// The ranks for runs of this length, in order, and the number of possible starts. If the ace wraps, the track repeats
// the ranks as often as needed.
/** @param {Law} law @param {number} length */
export function track(law, length) {
  const { order, hasAce } = law.deck;
  const ace = hasAce ? law.get("ace") : "none";
  if (ace === "wraps" || (ace === "high_or_low" && law.get("ace_inside"))) {
    const once = [ACE, ...order];
    const line = Array.from({ length: 1 + Math.ceil(length / once.length) }, () => once).flat();
    return { line, starts: once.length };
  }
  const low = ace === "low" || ace === "high_or_low" ? [ACE] : [];
  const high = ace === "high" || ace === "high_or_low" ? [ACE] : [];
  const whole = [...low, ...order, ...high];
  const line = whole.slice(Math.max(0, whole.indexOf(law.get("lowest_in_run") ?? "")));
  return { line, starts: Math.max(0, line.length - length + 1) };
}

/** @param {Meld} meld @param {Law} law */
function runs(meld, law) {
  const wrong = suitsFault(meld, law);
  if (wrong) return wrong;
  const found = [...upTo(MOST_WAYS, lyingRuns(meld, law))];
  return found.length ? found : sequenceFault(meld, fixedOf(meld), law);
}

// A card without a suit, or of another suit than most.
/** @param {Meld} meld @param {Law} law */
function suitsFault(meld, law) {
  const fixed = fixedOf(meld);
  const bare = codes(fixed.filter(({ suit }) => !suit));
  if (bare.length) return fault(CARDS, "run_in_sequence", bare);
  if (new Set(fixed.map(({ suit }) => suit)).size < 2 || !law.get("run_one_suit")) return null;
  const usual = usualOf(fixed.map(({ suit }) => suit));
  return fault(SUITS, "run_one_suit", codes(fixed.filter(({ suit }) => suit !== usual)));
}

/** @param {number} most @param {Iterable<Placed>} ways */
function* upTo(most, ways) {
  let left = most;
  for (const way of ways) {
    yield way;
    left -= 1;
    if (!left) return;
  }
}

/** @param {Meld} meld @param {Law} law @returns {Generator<Placed, void>} */
function* lyingRuns(meld, law) {
  const { line, starts } = track(law, meld.cards.length);
  const one = oneSuit(meld, law);
  const counts = countsOf(meld.cards);
  for (let start = 0; start < starts; start += 1) {
    const ranks = line.slice(start, start + meld.cards.length);
    if (counts.every(([rank, count]) => count <= ranks.filter((other) => other === rank).length))
      for (const places of waysOn(meld, ranks, one, law)) yield { kind: RUN, places, start };
  }
}

/** @param {Held} held */
const isFixed = ({ card, stands }) => !card.wild || stands;

// Cards by the rank they must lie on, the most frequent first, to fail early.
/** @param {Held[]} cards */
function countsOf(cards) {
  const counts = new Map();
  for (const { card, stands } of cards.filter(isFixed)) {
    const rank = stands?.[0] ?? card.rank;
    counts.set(rank, (counts.get(rank) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}

// The suit of the run; empty if it needs none, or shows none.
/** @param {Meld} meld @param {Law} law */
function oneSuit({ cards }, law) {
  const suits = new Set(cards.filter(({ card }) => !card.wild).map(({ card }) => card.suit));
  const hasOthers = cards.some(({ card }) => card.wild && card.suit && !suits.has(card.suit));
  if (suits.size > 1 || (hasOthers && !law.get("run_one_suit"))) return "";
  return [...suits][0] ?? "";
}

// The arrangements of the cards on exactly these ranks.
/** @param {Meld} meld @param {string[]} ranks @param {string} suit @param {Law} law */
function* waysOn(meld, ranks, suit, law) {
  if (!meld.in_order) {
    yield* filled(ranks, meld.cards, suit, law);
    return;
  }
  for (const cards of [meld.cards, meld.cards.toReversed()]) {
    const places = cards.map((held, number) => onRank(held, ranks[number], suit, law));
    if (places.every((place) => place !== null)) {
      yield places;
      return;
    }
  }
}

// The card on this rank of a run, if it can be there; else null.
/** @param {Held} held @param {string} rank @param {string} suit @param {Law} law */
export function onRank({ card, stands }, rank, suit, law) {
  if (stands) {
    const fits = stands[0] === rank && (!suit || stands[1] === suit || stands[1] === "");
    return fits ? placeOf(card, rank, suit || stands[1], false) : null;
  }
  const own = isOwn(card, rank, suit);
  if (!card.wild) return own ? placeOf(card, rank, card.suit, true) : null;
  const natural = own && Boolean(law.get("natural_wild_in_run"));
  return placeOf(card, rank, natural ? card.suit : suit, natural);
}

/** @param {PlayingCard} card @param {string} rank @param {string} suit */
const isOwn = (card, rank, suit) => card.rank === rank && card.suit !== "" && (!suit || card.suit === suit);

// In any order: cards with a place of their own, then wild cards in the remaining places.
/** @param {string[]} ranks @param {Held[]} cards @param {string} suit @param {Law} law */
function* filled(ranks, cards, suit, law) {
  const [fixed, free] = [cards.filter(isFixed), cards.filter((held) => !isFixed(held))];
  /** @param {Held} held */
  const hasPlace = (held) => ranks.some((rank) => onRank(held, rank, suit, law));
  if (!fixed.every(hasPlace)) return; // otherwise all orders of the others would be tried first
  for (const spots of spotsFor(ranks, fixed, suit, law, [])) yield withWilds(ranks, new Map(spots), free, suit, law);
}

// The places that these cards can take, each with its number in the run. Equal cards are tried in one order only.
/**
 * @param {string[]} ranks @param {Held[]} fixed @param {string} suit @param {Law} law @param {Taken[]} taken
 * @returns {Generator<Spot[], void>}
 */
function* spotsFor(ranks, fixed, suit, law, taken) {
  if (!fixed.length) {
    yield [];
    return;
  }
  const [held, ...others] = fixed;
  const after = Math.max(-1, ...taken.filter((one) => isEqual(one.held, held)).map(({ number }) => number));
  for (const [number, rank] of ranks.entries()) {
    const free = number > after && taken.every((one) => one.number !== number);
    const place = free ? onRank(held, rank, suit, law) : null;
    if (place)
      for (const rest of spotsFor(ranks, others, suit, law, [...taken, { number, held }]))
        yield [[number, place], ...rest];
  }
}

/** @param {Held} one @param {Held} other */
const isEqual = (one, other) => one.card.code === other.card.code && String(one.stands) === String(other.stands);

// The run, with a card of a wild rank in its natural place if that is empty.
/**
 * @param {string[]} ranks @param {Map<number, CardPlace>} spots @param {Held[]} free @param {string} suit
 * @param {Law} law
 */
function withWilds(ranks, spots, free, suit, law) {
  const left = [...free];
  const empty = () => [...ranks.keys()].filter((number) => !spots.has(number));
  for (const number of empty()) {
    const at = left.findIndex(({ card }) => isOwn(card, ranks[number], suit));
    if (at >= 0) spots.set(number, /** @type {CardPlace} */ (onRank(left.splice(at, 1)[0], ranks[number], suit, law)));
  }
  for (const number of empty())
    spots.set(number, placeOf(/** @type {Held} */ (left.shift()).card, ranks[number], suit, false));
  return ranks.map((_, number) => /** @type {CardPlace} */ (spots.get(number)));
}

// The reason why these are no run: the ace, the lowest rank, or a gap.
/** @param {Meld} meld @param {PlayingCard[]} fixed @param {Law} law */
function sequenceFault(meld, fixed, law) {
  /** @type {[key: "lowest_in_run" | "ace", reading: string | null][]} */
  const readings = [
    ["lowest_in_run", null],
    ["ace", "wraps"],
  ];
  for (const [key, reading] of readings) {
    const other = new Law({ ...law.melding, [key]: reading }, law.deck, law.readings);
    const said = law.get(key);
    if (said === reading || said === "none" || lyingRuns(meld, other).next().done) continue;
    return fault(
      PLACES,
      key,
      key === "ace" ? codes(fixed.filter(({ rank }) => rank === ACE)) : belowLowest(meld, law),
    );
  }
  return fault(PLACES, "run_in_sequence", misfits(meld, fixed, law));
}

/** @param {Meld} meld @param {Law} law */
function belowLowest(meld, law) {
  const line = [ACE, ...law.deck.order];
  const below = line.slice(0, line.indexOf(law.get("lowest_in_run") ?? ""));
  return heldCodes(meld).filter((_, number) => below.includes(meld.cards[number].card.rank));
}

// Each card without which the others would be in sequence; else all cards.
/** @param {Meld} meld @param {PlayingCard[]} fixed @param {Law} law */
function misfits(meld, fixed, law) {
  const each = [...new Set(codes(fixed))];
  const single = each.filter((code) => fitsWithout(meld, code, law));
  return single.length ? single : each;
}

// Whether the others would be a run with a wild card, or nothing, in its place.
/** @param {Meld} meld @param {string} code @param {Law} law */
function fitsWithout(meld, code, law) {
  const number = meld.cards.findIndex(({ card }) => card.code === code);
  const blank = { card: { code: "", rank: "", suit: "", wild: true, copies: 1, points: 0 }, stands: null };
  const tries = [meld.cards.with(number, blank), meld.cards.toSpliced(number, 1)];
  return tries.some((cards) => !lyingRuns({ ...meld, cards }, law).next().done);
}

// Wild cards.

// The first violated rule about wild cards; else null.
/** @param {Placed} placed @param {Law} law @param {boolean} inOrder */
export const wildFault = (placed, law, inOrder) => touching(placed, law, inOrder) ?? overCap(placed, law);

// Two wild cards side by side; unordered sets are arranged to avoid that.
/** @param {Placed} placed @param {Law} law @param {boolean} inOrder */
function touching({ kind, places }, law, inOrder) {
  if (kind !== SET && kind !== RUN) return null;
  /** @type {"wilds_touch_in_set" | "wilds_touch_in_run"} */
  const key = `wilds_touch_in_${kind}`;
  const at = places.findIndex(({ natural }, number) => number > 0 && !natural && !places[number - 1].natural);
  let pair = at > 0 ? [places[at - 1], places[at]] : null;
  if (kind === SET && !inOrder) {
    const wilds = places.filter(({ natural }) => !natural);
    pair = 2 * wilds.length > places.length + 1 ? wilds.slice(0, 2) : null;
  }
  return pair === null || law.get(key)
    ? null
    : fault(
        TOUCHING,
        key,
        pair.map(({ card }) => card.code),
      );
}

/** @param {Placed} placed @param {Law} law */
function overCap({ places }, law) {
  const wilds = places.filter(({ natural }) => !natural).map(({ card }) => card.code);
  const naturals = places.length - wilds.length;
  const most = law.get("most_wilds");
  const cap = most === "none" ? places.length : (most[places.length] ?? most.any ?? places.length);
  /** @type {Record<string, boolean>} */
  const broken = {
    most_wilds: wilds.length > cap,
    wilds_at_most: law.get("wilds_at_most") === "naturals" && wilds.length > naturals,
    least_naturals: naturals < law.get("least_naturals"),
    all_wild: naturals === 0 && !law.get("all_wild"),
  };
  const rule = Object.keys(broken).find((key) => broken[key]);
  return rule ? fault(CAPS, rule, wilds) : null;
}

/** @type {Record<string, (meld: Meld, law: Law) => Placed[] | MeldFault>} */
const LYING = { [SET]: sets, [RUN]: runs, [COLOUR]: colours };
