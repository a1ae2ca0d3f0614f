// Each kind of entry in one place: companion/rules/fold/entries in the browser.
//   apply(events, entry, number)       what it does to what has happened; `number` is its own in the log
//   isOfOpenRound                       it only says something of the open round
//   goesBack                            it changes what was written before
// What a page of this app can want written also has
//   check(fold, entry)                  whether the log may take it: throws Refused, or Doubted for a round
//   checkAfter(before, after, entry)    whether the game can stand after it; throws Refused
//   isOutdated(state, entry)            whether it was made for something that is no longer so
//   settled(fold, entry)                the entry as the log keeps it
//   unasked(fold, entry)                the same where nobody could be asked about what it contradicts
//   isNews(state, entry)                whether it says something that is not so already
// All other kinds only the server checks.
import { findDoubts } from "../judging/doubts.js";
import { inferDown, totalLeavesDownOpen } from "../judging/hand_sizes.js";
import { answersIn, handOf, isAccepted, isBlank, meldsOf, sortedAnswers } from "../model/play.js";
import { handsToRecount, nowCalled } from "./recounting.js";
import { Refused, checkDealtIn, checkHand, checkRound, downOrNot, openRound } from "../judging/refusals.js";

const dealtIn = ({ state }, { seat }) => checkDealtIn(state, seat);

const laidDown = {
  isOfOpenRound: true,
  apply: ({ draft }, { seat }, number) => draft.mark(seat, true, number),
  check: dealtIn,
  isNews: ({ open }, { seat }) => !open?.play.laid_down.includes(seat),
};

const tookBack = {
  isOfOpenRound: true,
  apply: ({ draft }, { seat }, number) => draft.mark(seat, false, number),
  check: dealtIn,
  // Whoever went out is down, marked or not.
  isNews: ({ open }, { seat }) =>
    !open?.deal.players.includes(seat) || (open.play.laid_down.includes(seat) && seat !== open.play.went_out),
};

const wentOut = {
  isOfOpenRound: true,
  apply: ({ draft }, { seat, went_rummy }) => draft.end(seat, went_rummy),
  check: ({ state }, { seat }) => checkDealtIn(state, ...(seat === null ? [] : [seat])),
  settled: ({ ruleset }, entry) => ({ ...entry, went_rummy: entry.went_rummy && ruleset.rummy_doubles }),
  // A hand that was counted for whoever went out is discarded.
  isNews({ open }, { seat, went_rummy }) {
    if (!open?.over || open.play.went_out !== seat || open.play.went_rummy !== went_rummy) return true;
    return seat in open.play.hands && !(seat in open.play.melded);
  },
};

const handCounted = {
  isOfOpenRound: true,
  apply: ({ draft }, entry, number) => draft.count(entry, number),
  check(fold, entry) {
    dealtIn(fold, entry);
    for (const cards of [entry.hand, entry.melded ?? {}])
      checkHand(fold.state.open.deal, entry.seat, cards, entry.buys);
    if (entry.down === null) throw downOrNot(fold.state.open.deal, entry);
  },
  // Nobody asks what is left of the hand that went out; down or not, the cards may show.
  settled({ ruleset, state }, entry) {
    const open = openRound(state); // else the entry is outdated
    const { seat, buys } = entry;
    const hand = isBlank(entry.hand) && seat === open.play.went_out ? { cards: {} } : entry.hand;
    const shown = isBlank(hand) ? null : inferDown(ruleset, open.deal, seat, hand, buys);
    return { ...entry, hand, down: entry.down ?? shown ?? markedDown(ruleset, open, { ...entry, hand }) };
  },
  isNews(state, { seat, hand, down, buys, melded }) {
    const { play } = openRound(state);
    const isSame = sameHand(hand, handOf(play, seat)) && sameHand(melded ?? {}, meldsOf(play, seat));
    return !isSame || down !== play.laid_down.includes(seat) || buys !== (play.buys[seat] ?? null);
  },
  isOutdated: ({ open }, { seat }) => !open?.over || !open.deal.players.includes(seat),
};

// By the mark at the table; null where a typed total leaves it open and nobody was marked.
function markedDown(ruleset, { deal, play, marked }, { seat, hand, buys }) {
  const isKnown = marked.includes(seat) || seat === play.went_out;
  return !isKnown && totalLeavesDownOpen(ruleset, deal, seat, hand, buys) ? null : marked.includes(seat);
}

function sameHand(one, other) {
  if (!one.cards || !other.cards)
    return !one.cards === !other.cards && (one.points ?? null) === (other.points ?? null);
  const names = Object.keys(one.cards);
  return names.length === Object.keys(other.cards).length && names.every((n) => one.cards[n] === other.cards[n]);
}

const roundScored = {
  apply: (events, entry) => events.writeDown(entry),
  check: ({ ruleset, state }, entry) => checkRound({ ruleset, ...openRound(state) }, answersIn(entry)),
  settled: ({ ruleset, state: { open } }, entry) => (open ? answered({ ruleset, ...open }, entry) : entry),
  unasked: ({ ruleset, state: { open } }, entry) => (open ? notAsked({ ruleset, ...open }, entry) : entry),
};

const roundCorrected = {
  goesBack: true,
  apply: (events, entry) => events.correct(entry.number, entry.play, entry),
  check({ ruleset, state }, entry) {
    const { number } = entry;
    if (!isWritten(state, number)) throw new Refused("game_over", { numbers: { round: number } });
    checkRound(asCorrected(ruleset, state, entry), answersIn(entry));
  },
  // Where this round is void now, later deals move, and with them a wild rank.
  checkAfter(before, after, { number }) {
    const hands = handsToRecount(before.state, after.state);
    const later = hands.find((row) => row.number > number);
    if (!later) return;
    const { values } = after.state.rounds[later.number - 1].deal;
    const card = Object.keys(later.hand.cards).find((name) => !nowCalled(after.ruleset, values, name));
    throw new Refused("unknown_card", { card });
  },
  settled: ({ ruleset, state }, entry) =>
    isWritten(state, entry.number) ? answered(asCorrected(ruleset, state, entry), entry) : entry,
  unasked: ({ ruleset, state }, entry) =>
    isWritten(state, entry.number) ? notAsked(asCorrected(ruleset, state, entry), entry) : entry,
};

// Only doubts that are there can be answered, and only the app says which nobody was asked about.
function answered(played, { not_asked: _, ...entry }) {
  return { ...entry, accepted: keysOf(findDoubts(played).filter((found) => isAccepted(entry.accepted, found))) };
}

// With every doubt that was not answered; nothing more where there is none.
function notAsked(played, entry) {
  const open = keysOf(findDoubts(played).filter((found) => !isAccepted(entry.accepted, found)));
  return open.length ? { ...entry, not_asked: open } : entry;
}

function keysOf(doubts) {
  const keys = new Map(doubts.map(({ code, seat }) => [`${code} ${seat}`, [code, seat]]));
  return sortedAnswers([...keys.values()]);
}

const isWritten = (state, number) => number >= 1 && number <= state.rounds.length;
const asCorrected = (ruleset, state, { number, play }) => ({ ruleset, deal: state.rounds[number - 1].deal, play });

// What is undone has not happened, and neither has its undo: it does nothing.
const entryUndone = {
  goesBack: true,
  check({ state }, { sequence }) {
    if (isThere(state, sequence) && !state.undone.includes(sequence)) return;
    throw new Refused("not_to_be_undone", { numbers: { entry: sequence } });
  },
  // People undo what was done last, an early end, or the count by which a hand stands.
  isOutdated(state, { sequence }) {
    const counts = Object.values(state.open?.counted_at ?? {});
    return isThere(state, sequence) && ![state.last?.[0], state.ended?.[0], ...counts].includes(sequence);
  },
};

const isThere = (state, sequence) => sequence >= 1 && sequence <= state.version;

export const KINDS = {
  laid_down: laidDown,
  took_back: tookBack,
  went_out: wentOut,
  hand_counted: handCounted,
  adjusted: { isOfOpenRound: true, apply: ({ draft }, { seat, adjustment }) => (draft.adjusted[seat] = adjustment) },
  round_scored: roundScored,
  round_corrected: roundCorrected,
  player_joined: { apply: (events, entry) => events.joined.push([events.rounds.length, entry]) },
  player_left: {
    apply(events, { seat }) {
      events.move(seat, events.left, events.returned);
      events.draft.forget(seat);
    },
  },
  player_returned: { apply: (events, { seat }) => events.move(seat, events.returned, events.left) },
  player_renamed: { apply: (events, { seat, name }) => (events.renamed[seat] = name) },
  seats_reordered: { apply: (events, { order }) => (events.order = order) },
  dealer_changed: { apply: (events, { seat }) => (events.dealers[events.rounds.length] = seat) },
  rules_changed: { goesBack: true, apply: (events, { options, retold }) => events.changeRules(options, retold) },
  entry_undone: entryUndone,
  game_ended: { apply: (events, entry, number) => (events.ended = [number, entry]) },
  titled: { apply: (events, { title }) => (events.title = title) },
  noted: { apply: (events, { text }) => (events.note = text) },
};
