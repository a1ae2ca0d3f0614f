// The deadwood of a hand: the points outside its best melds, and what a player may do with them; twin of
// companion/rules/referee/deadwood.py. A holding is a `hand`, whether one card of it `discards`, and the `most` that a
// hand may cost, null without a limit.
import { cheapest, pointsWithEach } from "./arranging.js";
import { placed } from "./hands.js";
import { codesOf } from "./melds.js";
import { legal, notLegal } from "./verdicts.js";

/** @param {PlayingCard[]} cards */
const codes = (cards) => cards.map(({ code }) => code);

/** @param {Cheapest} one @param {Cheapest} other */
const isLess = (one, other) => (one.points - other.points || one.cards - other.cards) < 0;

// A hand of one card more than were dealt has that to discard.
/** @param {PlayingCard[]} hand @param {RefereeRules} rules @returns {Referee.Holding} */
export const holdingOf = (hand, { dealt, most_points: most }) => ({ hand, discards: hand.length - 1 === dealt, most });

// As answers have it.
/** @param {Referee.Counted} counted @returns {RefereeFacts} */
const said = ({ melds, deadwood, discard, points }) => ({
  melds,
  deadwood: codes(deadwood),
  left: points,
  discard: discard?.code,
});

// The cheapest arrangement; where too few runs make all cards count, the rule about them.
/** @param {Referee.Holding} holding @param {Law} law */
export function countDeadwood(holding, law) {
  const counted = count(holding, law);
  const isFelt = counted.lacks === "least_pure_runs" || law.get("melds_with_one_run") !== "all";
  return legal({ ...said(counted), lacks: (isFelt && counted.lacks) || null });
}

// Whether the deadwood is low enough to knock, or whether it is gin.
/** @param {Referee.Holding} holding @param {Law} law @param {Knocking} knocking */
export function knock(holding, law, { most, big_gin: playsBigGin }) {
  const counted = count(holding, law);
  if (counted.points > most) {
    const missing = () => missingForKnock(holding, law, most);
    return notLegal("knocking", codes(counted.deadwood), law.melding, { ...said(counted), missing });
  }
  const big = holding.discards && playsBigGin ? bigGin(holding, law) : null;
  if (big) return legal({ ...said(big), ending: "big_gin" });
  return legal({ ...said(counted), ending: counted.deadwood.length ? "knock" : "gin" });
}

// All cards in melds, without a discard; null where they are not.
/** @param {Referee.Holding} holding @param {Law} law */
function bigGin({ hand }, law) {
  const found = cheapest(hand, law, { whole: true });
  return found && asCounted({ hand, discards: false, most: null }, found, "");
}

// The single cards with which the player could knock.
/** @param {Referee.Holding} holding @param {Law} law @param {number} most */
function missingForKnock(holding, law, most) {
  const found = pointsWithEach(holding.hand, drawn(holding, law), law, { discards: true });
  return found.filter(([, points]) => points <= most).map(([{ code }]) => code);
}

// Whether all cards are in melds, with the runs that a declaration needs.
/** @param {Referee.Holding} holding @param {Law} law */
export function declare(holding, law) {
  const found = cheapest(holding.hand, law, wholeOf(holding, law));
  if (found) return legal(said(asCounted(holding, found, "")));
  const counted = count(holding, law);
  const missing = () => missingToDeclare(holding, law);
  return notLegal(counted.lacks || "all_in_melds", codes(counted.deadwood), law.melding, {
    ...said(counted),
    missing,
  });
}

/** @param {Referee.Holding} holding @param {Law} law */
const wholeOf = ({ discards }, law) => ({
  runs: law.get("least_runs"),
  pure: law.get("least_pure_runs"),
  discards,
  whole: true,
});

// The single cards with which the player could declare.
/** @param {Referee.Holding} holding @param {Law} law */
function missingToDeclare(holding, law) {
  const aim = { ...wholeOf(holding, law), discards: true };
  return pointsWithEach(holding.hand, drawn(holding, law), law, aim).map(([{ code }]) => code);
}

// Each kind of card that the player could still draw; none before the discard.
/** @param {Referee.Holding} holding @param {Law} law */
function drawn({ hand, discards }, law) {
  /** @param {PlayingCard} card */
  const held = ({ code }) => hand.filter((card) => card.code === code).length;
  return discards ? [] : law.deck.kinds.filter((card) => held(card) < card.copies);
}

// The cheapest hand; all of its cards count where it has not the runs that melds need.
/** @param {Referee.Holding} holding @param {Law} law */
export function count(holding, law) {
  const { hand, discards } = holding;
  const [runs, pure] = [law.get("least_runs"), law.get("least_pure_runs")];
  if (pure && !cheapest(hand, law, { runs: pure, pure, discards, onlyPure: true }))
    return withLeft(holding, [], hand, "least_pure_runs");
  const whole = cheapest(hand, law, { runs, pure, discards });
  const lacks = whole ? "" : "least_runs";
  const other = withOneRun(holding, law);
  const found = !whole || (other && isLess(other, whole)) ? other : whole;
  return found ? asCounted(holding, found, lacks) : withLeft(holding, [], hand, lacks);
}

// The melds that count without a second run: all, the pure run alone, or none.
/** @param {Referee.Holding} holding @param {Law} law */
function withOneRun({ hand, discards }, law) {
  const pure = law.get("least_pure_runs");
  if (!pure || law.get("melds_with_one_run") === "none") return null;
  return cheapest(hand, law, { runs: pure, pure, discards, onlyPure: law.get("melds_with_one_run") === "pure" });
}

/** @param {Referee.Holding} holding @param {LaidContract} found @param {string} lacks */
function asCounted(holding, found, lacks) {
  const melds = placed(holding.hand, found.melds);
  const left = [...holding.hand];
  for (const { card } of melds.flatMap(({ places }) => places)) left.splice(left.indexOf(card), 1);
  return withLeft(holding, melds.map(codesOf), left, lacks);
}

// The dearest card left over is the discard.
/**
 * @param {Referee.Holding} holding @param {string[][]} melds @param {PlayingCard[]} cards @param {string} lacks
 * @returns {Referee.Counted}
 */
function withLeft({ discards, most }, melds, cards, lacks) {
  const discard = discards && cards.length ? cards.toSorted((a, b) => b.points - a.points)[0] : null;
  const deadwood = discard ? cards.toSpliced(cards.indexOf(discard), 1) : cards;
  const points = deadwood.reduce((sum, card) => sum + card.points, 0);
  return { melds, deadwood, discard, points: most === null ? points : Math.min(points, most), lacks };
}
