// The form for counting a hand; twin of web/forms/hand_form.py.
import { handSizes, inferDown, layingDownIsGoingOut } from "../rules/judging/hand_sizes.js";
import { meldsScore } from "../rules/judging/scoring.js";
import { classCopies, classOf, ofPart } from "../rules/model/cards.js";
import { dropsOf, handOf, isBlank, meldsOf, size } from "../rules/model/play.js";
import { typedOf } from "../rules/model/state.js";

// What is known of a hand before it is counted; twin of web/forms/expected_hand.py.

// All cards of these melds as one hand.
/** @param {Pick<LaidMeld, "cards">[]} melds */
function cardsOf(melds) {
  /** @type {Cards} */
  const cards = {};
  for (const meld of melds)
    for (const [name, count] of Object.entries(meld.cards)) cards[name] = (cards[name] ?? 0) + count;
  return { cards };
}

// The open round with what this seat melded during it as their counted melds: where others told theirs, whoever did
// not has none, except the player who went out.
/** @param {OpenRound} open @param {Seat} seat @returns {OpenRound} */
export function withLaidMelds(open, seat) {
  const { melds, play } = open;
  const hasNone = Object.keys(melds).length > 0 && !(seat in melds) && seat !== play.went_out;
  const laid = melds[seat] ?? [];
  if (seat in play.melded || !(hasNone || laid.length)) return open;
  return { ...open, play: { ...play, melded: { ...play.melded, [seat]: cardsOf(laid) } } };
}

// The expected hand of a seat in the open round, with the count so far.
/** @param {Ruleset} ruleset @param {OpenRound} open @param {Seat} seat */
export function expectedHand(ruleset, { deal, play, marked }, seat) {
  const hand = handOf(play, seat);
  const isDown = play.laid_down.includes(seat);
  const buys = ruleset.buys.allowed ? (play.buys[seat] ?? null) : null;
  const sizes = handSizes(ruleset, deal, seat, buys);
  const shown = isBlank(hand) ? null : inferDown(ruleset, deal, seat, hand, buys);
  return {
    hand,
    isDown,
    buys,
    sizes,
    cards: size(hand) ?? 0,
    downIsOut: layingDownIsGoingOut(ruleset, deal, seat),
    downIsOnlyShown: !isBlank(hand) && shown === isDown && isDown !== marked.includes(seat),
  };
}

const MOST_BONUSES = 20;
const FEW_KEYS = 6; // more are arranged in three columns

// Its keys and fields, by name.
/** @param {Folded} fold */
export function handFields({ ruleset, state }) {
  const { open } = /** @type {OpenState} */ (state);
  /** @param {string} prefix @param {CountedPart} counted */
  const part = (prefix, counted) => {
    const classes = ofPart(open.deal.values, counted);
    return {
      keys: classes.map((cardClass, n) => keyOf(ruleset, open.deal, cardClass, `${prefix}card${n}`)),
      has_many: classes.length > FEW_KEYS,
      total: { id: `${prefix}total`, name: `${prefix}total` },
    };
  };
  return { ...part("", "held"), melded: meldsScore(open) ? part("melded-", "melded") : null };
}

/** @param {Ruleset} ruleset @param {Deal} deal @param {CardClass} cardClass @param {string} name */
export function keyOf(ruleset, deal, cardClass, name) {
  const { key, value, wild, counts, by_count: byCount, in_deck: inDeck = 0 } = cardClass;
  return {
    key,
    value,
    rises_to: byCount && byCount.length > 1 ? byCount[byCount.length - 1] : 0,
    wild,
    most: counts
      ? inDeck * deal.decks.decks || (byCount?.length ?? MOST_BONUSES)
      : classCopies(ruleset, deal, cardClass),
    has_some: false, // counted by keys.js
    is_nine: key === "9" && !wild,
    says_value: key === String(value) && !wild,
    field: { id: name, name },
  };
}

// Their values after the count so far: { down, buys, counts, total, melded: { counts, total } or null }.
/** @param {Folded} fold @param {Seat} seat */
export function countedSoFar({ ruleset, state }, seat) {
  const open = withLaidMelds(/** @type {OpenRound} */ (state.open), seat);
  const { hand, isDown, buys, downIsOnlyShown } = expectedHand(ruleset, open, seat);
  const isUnsaid = (isBlank(hand) && !isDown) || downIsOnlyShown;
  return {
    down: isUnsaid ? "" : isDown ? "yes" : "no",
    buys: buys === null ? "" : String(buys),
    ...cardsIn(open.deal, "held", typedOf(ruleset, open.play.hands[seat] ?? {}, isDown)),
    melded: meldsScore(open) ? cardsIn(open.deal, "melded", meldsOf(open.play, seat)) : null,
  };
}

// A count as its form would send it, by the names of the fields.
/** @param {Folded} fold @param {TypedCount} entry */
export const countAsTyped = ({ ruleset, state }, entry) =>
  handAsTyped(ruleset, /** @type {OpenState} */ (state).open.deal, entry);

// A whole round as the correction page would send it; `written` is the round as it is now.
/**
 * @param {Ruleset} ruleset @param {Deal} deal @param {RoundPlay} play @param {RoundPlay} written
 * @returns {Record<string, string | number>}
 */
export function playAsTyped(ruleset, deal, play, written) {
  const { laid_down: down, went_out: out, hands, melded, buys, adjustments } = play;
  /** @param {Seat} seat @returns {TypedCount} */
  const handOf = (seat) => ({
    hand: hands[seat] ?? {},
    melded: melded[seat],
    down: down.includes(seat),
    buys: buys[seat],
  });
  /** @param {Seat} seat @returns {FormValues} */
  const fieldsOf = (seat) =>
    Object.entries(handAsTyped(ruleset, deal, handOf(seat))).map(([name, value]) => [`seat${seat}-${name}`, value]);
  const kept = Object.keys(written.adjustments)
    .filter((seat) => seat in adjustments)
    .map((seat) => [`adjusted${seat}`, "y"]);
  const rummy = play.went_rummy ? [["rummy", "y"]] : [];
  const ending = play.ending ? [["ending", play.ending]] : [];
  const card = play.turned_up || written.turned_up ? [["turned_up", play.turned_up ?? ""]] : [];
  /** @type {Record<string, Drop>[]} */
  const [now, before] = [dropsOf(play), dropsOf(written)];
  const drops = Object.keys({ ...before, ...now }).map((seat) => [`drop${seat}`, now[seat] ?? ""]);
  const ofRound = [["out", out ?? "nobody"], ...rummy, ...ending, ...card, ...drops, ...kept];
  return Object.fromEntries([...ofRound, ...deal.players.flatMap(fieldsOf)]);
}

/**
 * @param {Ruleset} ruleset @param {Pick<Deal, "values">} deal @param {TypedCount} count
 * @returns {Record<string, string | number>}
 */
function handAsTyped(ruleset, { values }, { hand: counted, melded, down, buys }) {
  const hand = typedOf(ruleset, counted, down);
  const said = down === null ? "" : down ? "yes" : "no";
  /** @param {string} prefix @param {CountedCards} cards @returns {FormValues} */
  const part = (prefix, { counts, total }) => [
    ...counts.map((count, n) => [`${prefix}card${n}`, count]),
    [`${prefix}total`, total],
  ];
  const fields = [
    ...part("", cardsIn({ values }, "held", hand)),
    ...(melded ? part("melded-", cardsIn({ values }, "melded", melded)) : []),
  ];
  return Object.fromEntries(
    [...fields, ["down", said], ["asked", counted.points ?? ""], ["buys", buys ?? ""]].filter(
      ([, value]) => value !== "",
    ),
  );
}

// Ranks are added up to their classes; zero cards are a count, not a blank.
/** @param {Pick<Deal, "values">} deal @param {CountedPart} part @param {Hand} hand */
function cardsIn({ values }, part, { cards, points }) {
  /** @type {Cards} */
  const byClass = {};
  for (const [name, count] of Object.entries(cards ?? {})) {
    const key = /** @type {CardClass} */ (classOf(values, name)).key;
    byClass[key] = (byClass[key] ?? 0) + count;
  }
  const isNone = cards && !Object.keys(byClass).length;
  const classes = ofPart(values, part);
  const counts = classes.map(({ key }, n) => (key in byClass ? String(byClass[key]) : isNone && !n ? "0" : ""));
  return { counts, total: (points ?? null) === null ? "" : String(points) };
}
