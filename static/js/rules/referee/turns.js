// Actions on melds on the table: laying off, swapping a wild card, going out; twin of
// companion/rules/referee/turns.py. A turn is a card and the meld it is meant for: `whose` that is, whether the player
// is `down`, laid that contract in the `sameTurn`, and whether it `isLast`.
import {
  CAPS,
  RUN,
  SET,
  SUITS,
  codesOf,
  fault,
  lying,
  onRank,
  placeOf,
  rankOf,
  suitOf,
  track,
  wildFault,
} from "./melds.js";
import { legal, notLegal } from "./verdicts.js";

/** @type {RunSide[]} */
const ENDS = ["high", "low"];

// Whether the card may be laid off on the meld, and every way to do it.
/** @param {Turn} turn @param {Law} law */
export function layOff(turn, law) {
  const { code } = turn.card;
  const wrong = mayNotLayOff(turn, law);
  if (wrong) return notLegal(wrong, [code], law.melding);
  const found = lying(turn.on, law);
  if (!Array.isArray(found)) return notLegal(found.rule, found.cards, law.melding);
  const tried = found
    .flatMap((placed) => [...waysOff(placed, turn.card, law)])
    .map((way) => ({ way, wrong: grownFault(way, turn, law) }));
  const good = tried.filter((one) => !one.wrong).map(({ way }) => wayData(way));
  if (good.length) return legal({ places: good[0].places, ways: eachOnce(good) });
  const rule = turn.on.kind === SET ? "set_one_rank" : "run_in_sequence";
  const broken = tried[0]?.wrong ?? fault(CAPS, rule, [code]);
  return notLegal(broken.rule, broken.cards, law.melding);
}

/** @param {WayOff} way */
function wayData(way) {
  const { end, placed } = way;
  return { end, places: [codesOf(placed)], ...(way.frees ? { frees: way.frees.code } : {}) };
}

/** @template T @param {T[]} ways @returns {T[]} */
function eachOnce(ways) {
  const names = ways.map((way) => JSON.stringify(way));
  return ways.filter((_, number) => names.indexOf(names[number]) === number);
}

// The rule that forbids laying off any card; empty if none does.
/** @param {Turn} turn @param {Law} law */
function mayNotLayOff({ down, sameTurn, isLast, whose }, law) {
  const rule = isLast && law.melding.lay_off_in_last ? "lay_off_in_last" : "lay_off";
  if (!down || !isTimeToLayOff(sameTurn, rule, law)) return rule;
  const allowed = law.get("lay_off_on");
  const said = /** @type {Record<string, string>} */ ({ own: "own", other: "others" })[whose ?? ""] ?? allowed;
  return allowed === "none" || (allowed !== "any" && allowed !== said) ? "lay_off_on" : "";
}

// If a source names the allowed melds, only the turn of the contract may be open.
/** @param {boolean} sameTurn @param {"lay_off" | "lay_off_in_last"} rule @param {Law} law */
function isTimeToLayOff(sameTurn, rule, law) {
  const isPlayed = (law.melding.lay_off_on ?? "none") !== "none";
  if ((law.melding[rule] ?? null) === null && isPlayed && !sameTurn) return true;
  const since = law.get(rule);
  return since === "same_turn" || (since === "next_turn" && !sameTurn);
}

// Each end of a run, the place of a wild card that may move, or a set.
/** @param {Placed} placed @param {PlayingCard} card @param {Law} law @returns {Generator<WayOff, void>} */
function* waysOff(placed, card, law) {
  if (placed.kind !== RUN) {
    const place = joining(placed, card, law);
    if (place) yield { end: "set", placed: { ...placed, places: [...placed.places, place] } };
    return;
  }
  for (const end of ENDS) {
    const grown = atEnd(placed, card, end, law);
    if (grown) yield { end, placed: grown };
  }
  yield* inPlaceOfWild(placed, card, law);
}

// The card in a set, or among cards of one colour; null if it does not fit.
/** @param {Placed} placed @param {PlayingCard} card @param {Law} law */
function joining(placed, card, law) {
  if (placed.kind !== SET) {
    return card.wild || card.suit === suitOf(placed) ? placeOf(card, card.rank, suitOf(placed), !card.wild) : null;
  }
  const rank = rankOf(placed);
  if (!card.wild && (!card.suit || (rank && card.rank !== rank))) return null;
  const natural = !card.wild || (card.rank === rank && Boolean(law.get("natural_wild_in_set")));
  return placeOf(card, rank || card.rank, natural ? card.suit : "", natural);
}

/** @param {Placed} placed @param {PlayingCard} card @param {RunSide} end @param {Law} law @returns {Placed | null} */
function atEnd(placed, card, end, law) {
  const size = placed.places.length;
  const { line, starts } = track(law, size + 1);
  const before = placed.start - (end === "low" ? 1 : 0);
  const start = line.length > starts + size ? (before + starts) % starts : before;
  if (start < 0 || start >= starts) return null;
  const suit = law.get("run_one_suit") ? suitOf(placed) : "";
  const place = onRank({ card, stands: null }, line[end === "low" ? start : start + size], suit, law);
  if (!place) return null;
  return { kind: RUN, places: end === "low" ? [place, ...placed.places] : [...placed.places, place], start };
}

/** @param {Placed} placed @param {PlayingCard} card @param {Law} law @returns {Generator<WayOff, void>} */
function* inPlaceOfWild(placed, card, law) {
  for (const [number, place] of placed.places.entries()) {
    if (!standsFor(place, card) || law.get("swap_move") === "take") continue;
    const changed = { ...placed, places: placed.places.with(number, placeOf(card, card.rank, card.suit, true)) };
    for (const end of ENDS) {
      const grown = atEnd(changed, place.card, end, law);
      if (grown) yield { end: `wild_to_${end}`, placed: grown, frees: place.card };
    }
  }
}

// Whether a wild card stands for this card.
/** @param {CardPlace} place @param {PlayingCard} card */
function standsFor({ natural, rank, suit }, card) {
  return !natural && card.suit !== "" && (!rank || rank === card.rank) && (!suit || suit === card.suit);
}

/** @param {Places} placed @param {PlayingCard} card */
const isTwice = ({ places }, { code }) =>
  places.filter(({ natural, card }) => natural && card.code === code).length > 1;

/** @param {WayOff} way @param {Turn} turn @param {Law} law */
function grownFault({ placed }, { card }, law) {
  const most = placed.kind === SET || placed.kind === RUN ? law.get(`${placed.kind}_most`) : "none";
  if (most !== "none" && placed.places.length > most) return fault(CAPS, `${placed.kind}_most`, [card.code]);
  if (placed.kind === SET && isTwice(placed, card) && !law.get("set_repeats_suit_on_lay_off")) {
    return fault(SUITS, "set_repeats_suit_on_lay_off", [card.code]);
  }
  const over = wildFault(placed, law, placed.kind === RUN);
  return over?.stage === CAPS && !law.get("caps_on_lay_off") ? null : over;
}

// Whether a wild card of the meld may be swapped for the card that it stands for.
/** @param {Turn} turn @param {Law} law */
export function swap(turn, law) {
  const wrong = mayNotSwap(turn, law);
  if (wrong) return notLegal(wrong, [turn.card.code], law.melding);
  const found = lying(turn.on, law);
  if (!Array.isArray(found)) return notLegal(found.rule, found.cards, law.melding);
  for (const placed of found) {
    const number = placed.places.findIndex((place) => takes(placed, place, turn.card));
    if (number >= 0) return swapped(placed, number, turn, law);
  }
  return notLegal("swap", [turn.card.code], law.melding);
}

/** @param {Turn} turn @param {Law} law */
function mayNotSwap({ whose, on, down }, law) {
  const allowed = law.get("swap");
  if (allowed === "none" || (allowed === "others" && whose === "own")) return "swap";
  if (on.kind === SET && !law.get("swap_from_set")) return "swap_from_set";
  return !down && law.get("own_contract_first") ? "own_contract_first" : "";
}

/** @param {Placed} placed @param {CardPlace} place @param {PlayingCard} card */
function takes(placed, place, card) {
  if (placed.kind !== SET) return standsFor(place, card);
  const rank = rankOf(placed);
  return !place.natural && card.suit !== "" && (!rank || rank === card.rank);
}

/** @param {Placed} placed @param {number} number @param {Turn} turn @param {Law} law */
function swapped(placed, number, { card }, law) {
  const places = placed.places.with(number, placeOf(card, card.rank, card.suit, true));
  if (placed.kind === SET && isTwice({ places }, card) && !law.get("set_repeats_suit_on_lay_off")) {
    return notLegal("set_repeats_suit_on_lay_off", [card.code], law.melding);
  }
  const { swap_use: use, swap_move: move } = law.melding;
  return legal({ places: [codesOf({ places })], frees: placed.places[number].card.code, use, move });
}

// Whether the round is over for a player with these cards after melding and laying off.
/** @param {PlayingCard[]} hand @param {Law} law @param {boolean} discards @param {boolean} isLast */
export function goOut(hand, law, discards, isLast) {
  /** @param {string} rule */
  const no = (rule) =>
    notLegal(
      rule,
      hand.map(({ code }) => code),
      law.melding,
    );
  if (hand.length > (discards ? 1 : 0)) return no("discard_to_go_out");
  if (discards && isLast && law.get("last_contract_complete") && !law.get("discard_to_go_out"))
    return no("last_contract_complete");
  return !discards && law.get("discard_to_go_out") ? no("discard_to_go_out") : legal();
}
