// Reads rounds by changed house rules: card classes, and who was down; twin of companion/rules/fold/recounting.py.
import { inferDown, totalLeavesDownOpen } from "../judging/hand_sizes.js";
import { bySeat, classOf, isPriced, ofPart, undecidedLowCards } from "../model/cards.js";
import { handOf, hasSome, isBlank, isEmpty, isOut, meldsOf } from "../model/play.js";
import { meldsScore } from "../judging/scoring.js";

// The round in the card classes of this deal; a hand without a price gets the answer of the table, or is blank, and
// one with undecided low cards the answer, or counts them as high ones. Whoever went out has no cards left, unless by
// these rules a partner may hold some.
/** @param {Ruleset} ruleset @param {RoundPlay} play @param {Deal} deal @param {RoundHand[]} recounted */
export function inCardClasses(ruleset, play, deal, recounted) {
  /** @param {Record<string, Hand>} hands @param {CountedPart} part */
  const inClasses = (hands, part) =>
    bySeat(Object.keys(hands), (seat) => handInClasses(ruleset, ofPart(deal.values, part), hands[seat]));
  const left = Object.fromEntries(
    Object.entries(play.hands).filter(([seat, hand]) => !(isOut(play, Number(seat)) && hasSome(hand))),
  );
  const [hands, melded] = [inClasses(left, "held"), inClasses(play.melded, "melded")];
  for (const { number, seat, melded: isMelded, hand } of recounted) {
    const counted = isMelded ? melded : hands;
    const values = ofPart(deal.values, isMelded ? "melded" : "held");
    const holdsCards = deal.players.includes(seat) && (isMelded || !isOut(play, seat));
    if (number === deal.number && holdsCards && isOpen(values, counted[seat])) counted[seat] = hand;
  }
  return { ...play, hands, melded };
}

/** @param {CardClass[]} values @param {Hand} [hand] */
const isOpen = (values, hand) => isBlank(hand) || undecidedLowCards(values, hand?.cards ?? {}).length > 0;

/** @param {Ruleset} ruleset @param {CardClass[]} values @param {Hand} hand @returns {Hand} */
function handInClasses(ruleset, values, hand) {
  if (!hand.cards || isPriced(values, hand.cards)) return hand;
  /** @type {Cards} */
  const cards = {};
  for (const [name, count] of Object.entries(hand.cards)) {
    if (!count) continue; // none of them has a value by any rules
    const cardClass = nowCalled(ruleset, values, name);
    if (!cardClass) return {};
    const key = cardClass.ranks.includes(name) ? name : cardClass.key;
    cards[key] = (cards[key] ?? 0) + count;
  }
  return { cards };
}

// Whether a player of whom nobody was asked was down; null if only the table knows. `counted` is the hand as it was
// counted: its size remains, whatever its price.
/** @param {Played} played @param {Seat} seat @param {Hand} counted */
export function wasDown({ ruleset, deal, play }, seat, counted) {
  const hand = isBlank(counted) ? handOf(play, seat) : counted;
  if (isBlank(hand)) return null;
  if (isEmpty(hand)) return true; // cards leave a hand only after the first meld
  const buys = play.buys[seat] ?? null;
  const shown = inferDown(ruleset, deal, seat, hand, buys);
  const isOpen = hand.cards || totalLeavesDownOpen(ruleset, deal, seat, hand, buys);
  return shown === null && !isOpen ? false : shown;
}

// The class of all cards once counted by this name, such as `3-9` or `Joker/2`; null if they differ.
/** @param {WithPack} ruleset @param {CardClass[]} values @param {string} name */
export function nowCalled({ pack }, values, name) {
  const classes = new Set(
    name.split("/").flatMap((part) => span(pack.ranks, part).map((rank) => classOf(values, rank))),
  );
  return classes.size === 1 ? [...classes][0] : null;
}

/** @param {string[]} ranks @param {string} key */
function span(ranks, key) {
  const dash = key.indexOf("-");
  const [low, high] = [ranks.indexOf(key.slice(0, dash)), ranks.indexOf(key.slice(dash + 1))];
  return dash < 0 || low < 0 || high < 0 ? [key] : ranks.slice(high, low + 1);
}

// The hands of written rounds that lose their value in `after`, as they were counted: there they are blank, or their
// low cards cost something else. Only the server asks for those of the open round.
/** @param {State} before @param {State} after */
export const handsToRecount = (before, after) =>
  after.rounds.flatMap((round, index) => ofRound(before.rounds[index], round));

// A round that needed no hands may score now. A round after the end, which a play-off becomes, does not.
/** @param {ScoredRound} old @param {ScoredRound} now */
function ofRound(old, now) {
  const [scores, hadNone] = [!now.no_hands, old.no_hands && !old.deal.playoff];
  const asksMelds = scores && meldsScore(now) && (hadNone || !meldsScore(old));
  return withoutPrice(old, now, scores && hadNone, asksMelds);
}

/** @param {ScoredRound} old @param {ScoredRound} now @param {boolean} asksHands @param {boolean} asksMelds */
function withoutPrice({ deal: before, play: old }, { deal, play: now }, asksHands, asksMelds) {
  /** @param {Hand} was @param {Hand} is @param {boolean} asked */
  const isMissing = (was, is, asked) => isBlank(is) && (asked || !isBlank(was));
  return deal.players.flatMap((seat) => {
    const [hand, melds] = [handOf(old, seat), meldsOf(old, seat)];
    const noHand = !isOut(now, seat) && isMissing(hand, handOf(now, seat), asksHands);
    const after = meldsOf(now, seat);
    const noMelds = isMissing(melds, after, asksMelds) || comeApart(before, deal, melds, after);
    return [
      ...(noHand ? [{ number: deal.number, hand: old.hands[seat] ?? {} }] : []),
      ...(noMelds ? [{ number: deal.number, hand: melds }] : []),
    ];
  });
}

// Whether only the table knows how many of these melded cards are low ones, and has not said so before.
/** @param {Deal} before @param {Deal} deal @param {Hand} was @param {Hand} melds */
function comeApart(before, deal, was, melds) {
  const known = undecidedLowCards(before.values, was.cards ?? {}).map(({ key }) => key);
  return undecidedLowCards(deal.values, melds.cards ?? {}).some(({ key }) => !known.includes(key));
}
