// The state of a game; twin of companion/rules/model/state.py.
import { bySeat, classOf, seatsOf } from "./cards.js";
import { closedAs, closedBy, handOf, isBlank, isEmpty } from "./play.js";

// Whether nobody went out and the house rule is to deal again.
/** @param {Pick<Played, "ruleset" | "play">} played */
export const isVoid = ({ ruleset, play }) => play.went_out === null && ruleset.end.blocked === "void";

// Whether somebody has counted the hand of this seat.
/** @param {OpenRound} open @param {Seat} seat */
export const hasCounted = ({ counted_at: countedAt, play }, seat) => seat in countedAt && seat in play.hands;

// The reward of the player who ended the round, by the way in which they did: points, or "wins".
/** @param {Pick<Played, "ruleset" | "play">} played */
export function rewardOf({ ruleset, play }) {
  const [{ closing }, closed] = [ruleset, closedBy(ruleset, play)];
  if (!closing || closed === null) return 0;
  return closing[closed] ?? (closed === "rummy" ? closing.out : null) ?? 0;
}

// The way in which a round was ended, if it has a name; null for plainly going out.
/** @param {Ruleset} ruleset @param {RoundPlay} play @returns {Closed | null} */
export function namedEnding(ruleset, play) {
  const closed = closedBy(ruleset, play);
  /** @type {Closed[]} */
  const named = ruleset.endings.length ? ruleset.endings : ruleset.asks_rummy ? ["rummy"] : [];
  return closed !== null && named.includes(closed) ? closed : null;
}

// Whether the way in which this round was ended wins the game at once.
/** @param {Pick<Played, "ruleset" | "play">} played */
export const winsGame = (played) => rewardOf(played) === "wins";

// Whether there is nothing to count: a play-off, a void round, or one that wins the game.
/** @param {Played} played */
export const needsNoHands = (played) => played.deal.playoff || isVoid(played) || winsGame(played);

// Whether nobody had to count the hands of this round, by the rules before a change.
/** @param {RulesBefore} rules @param {RoundPlay} play */
export function neededNoHands({ void: isVoid, won }, play) {
  const closed = closedAs(play);
  return closed === null ? isVoid : won.includes(closed);
}

// The values of the cards when this number is dealt, or this rank is drawn as wild.
/** @param {MovingWild & Pick<Ruleset, "card_values">} ruleset @param {number} cards @param {string | null} [wild] */
export const valuesFor = ({ draws_wild: drawsWild, card_values_for: moving, card_values: usual }, cards, wild) =>
  moving[drawsWild ? (wild ?? "") : cards] ?? usual;

/** @type {Record<number, string>} */
const NAMES_OF_NUMBERS = { 11: "J", 12: "Q", 13: "K" };

// The moving wild rank: that named like the number of cards dealt, or the one that was drawn.
/** @param {MovingWild} ruleset @param {number} cards @param {string | null} [wild] */
export function wildOf({ draws_wild: drawsWild, card_values_for: moving }, cards, wild) {
  if (drawsWild) return wild ?? null;
  return Object.keys(moving).length ? (NAMES_OF_NUMBERS[cards] ?? String(cards)) : null;
}

// The most deadwood of a knock when a card of this rank is turned up; null if it does not matter, or none is named.
/** @param {Ruleset} ruleset @param {string | null} [rank] */
export function knockMostOf({ knocking, card_values: values }, rank) {
  const card = knocking?.at === "upcard" ? classOf(values, rank ?? "") : null;
  return knocking && card ? Math.min(knocking.most, card.value) : null;
}

// Whether the rank of a card that is turned up matters: for wild cards, or for a knock.
/** @param {Pick<Ruleset, "draws_wild" | "knocking">} ruleset */
export const turnsUp = ({ draws_wild: drawsWild, knocking }) => drawsWild || knocking?.at === "upcard";

// A play of this deal, in which another card may have been turned up.
/** @param {Ruleset} ruleset @param {Deal} deal @param {RoundPlay} play @returns {Played} */
export const playedAs = (ruleset, deal, play) => ({
  ruleset,
  deal: turnsUp(ruleset)
    ? {
        ...deal,
        values: valuesFor(ruleset, deal.cards, play.turned_up),
        wild: wildOf(ruleset, deal.cards, play.turned_up),
        knock_most: knockMostOf(ruleset, play.turned_up),
      }
    : deal,
  play: readBy(ruleset, deal, play, true),
});

// The points of a player who has not opened, whatever their cards; null without such a price.
/** @param {Pick<Ruleset, "opening">} ruleset */
export const missedOf = ({ opening }) => opening?.missed ?? null;

// A stored count; blank where only that price was counted, or lives.
/** @param {Ruleset} ruleset @param {Hand} hand @param {boolean | null} isDown @returns {Hand} */
export const typedOf = (ruleset, hand, isDown) =>
  !isDown && hand.points === (missedOf(ruleset) ?? ruleset.lost_lives) ? {} : hand;

// The hands after a change, which may depend on whether their player is down.
/** @param {RoundPlay} play @param {(hand: Hand, isDown: boolean) => Hand} of */
export const eachHand = ({ hands, laid_down: down }, of) =>
  bySeat(seatsOf(hands), (seat) => of(hands[seat], down.includes(seat)));

// A play by rules by which a seat may be a side of two. Without a rule for drops, whoever dropped has a hand. Not
// having opened costs what they say; where everybody who is beaten loses lives, all hands are known once it is over.
/** @param {Ruleset} ruleset @param {Deal} deal @param {RoundPlay} play @param {boolean} isOver @returns {RoundPlay} */
export function readBy(ruleset, { players }, { drops, ...play }, isOver) {
  const [missed, points] = [missedOf(ruleset), ruleset.lost_lives];
  const price = missed === null ? {} : { points: missed };
  /** @type {RoundPlay} */
  const read = {
    ...play,
    ...(ruleset.partners ? { partners: true } : {}),
    ...(ruleset.drops && drops ? { drops } : {}),
    hands: eachHand(play, (hand, isDown) => (isDown || !isBlank(hand) ? hand : price)),
  };
  if (!isOver || points === null) return read;
  const hands = bySeat(players, (seat) => handOf(read, seat)); // some are counted by other rules, or by a correction
  const lost = players.filter((seat) => isBlank(hands[seat]) || !isEmpty(hands[seat]));
  return { ...read, hands: { ...read.hands, ...bySeat(lost, () => ({ points })) } };
}

/** @type {Outcome} */
const IN_PROGRESS = {
  code: "in_progress",
  winners: [],
  round: null,
  finishers: [],
  tied: [],
  playoff: false,
  gone: [],
};

/** @param {Partial<Outcome>} [known] @returns {Outcome} */
export const outcomeOf = (known) => ({ ...IN_PROGRESS, ...known });

// Who had this seat in the round with this number.
/** @param {Pick<State, "takeovers" | "names">} state @param {Seat} seat @param {number} number */
export const nameIn = ({ takeovers, names }, seat, number) =>
  takeovers.find((takeover) => takeover.seat === seat && number <= takeover.to_round)?.former ?? names[seat];

// The number of written rounds that count.
/** @param {State} state */
export const countedRounds = ({ rounds }) => rounds.filter(({ counted }) => counted).length;

// The number of games that are scored at once.
/** @param {Pick<Ruleset, "settlement">} ruleset */
export const gamesOf = ({ settlement }) => settlement?.games ?? 1;

// The totals of a player in the games that are scored at once; empty for a single game.
/** @param {GameScore[]} games @param {Seat} seat */
export const inEachGame = (games, seat) => (games.length > 1 ? games.map(({ totals }) => totals[seat]) : []);

// Whether the points of a round are part of the totals.
/** @param {ScoredRound} round */
export const scores = ({ counted, void: isVoid, deal }) => counted && !isVoid && !deal.playoff;

/** @param {Pick<Outcome, "code">} outcome */
export const isOver = ({ code }) => code !== "in_progress" && code !== "playoff_needed";
