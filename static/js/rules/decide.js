// A command in the browser: what somebody wants, the game after it; companion/rules/decide.py and the entries' own checks.
// `check` throws Refused, or Doubted for a round; `settled` is the entry as the log keeps it, `isNews` whether it says something
// that is not so already, `isOutdated` whether it was made for something that is no longer so.
import { after, fold } from "../rules.js";
import { answered, answersIn, notAsked } from "./answers.js";
import { UnknownCard, handOf, isBlank, meldsOf, nowCalled } from "./cards.js";
import { inferDown, totalLeavesDownOpen } from "./hand_sizes.js";
import { folded } from "./names.js";
import {
  Doubted,
  Refused,
  checkDealtIn,
  checkHand,
  checkRound,
  downOrNot,
  handsToRecount,
  openRound,
} from "./round.js";

const dealtIn = (fold, { seat }) => checkDealtIn(fold.state, seat);
const refuseUnless = (holds, code, known) => {
  if (!holds) throw new Refused(code, known);
};

// What differs from the usual, by the kind of entry.
const WAYS = {
  laid_down: {
    check: dealtIn,
    isNews: ({ open }, { seat }) => !open?.play.laid_down.includes(seat),
  },
  took_back: {
    check: dealtIn,
    // Whoever went out is down, marked or not.
    isNews: ({ open }, { seat }) =>
      !open?.deal.players.includes(seat) || (open.play.laid_down.includes(seat) && seat !== open.play.went_out),
  },
  went_out: {
    check: ({ state }, { seat }) => checkDealtIn(state, ...(seat === null ? [] : [seat])),
    settled: ({ ruleset }, entry) => ({ ...entry, went_rummy: entry.went_rummy && ruleset.rummy_doubles }),
    // A hand that was counted for whoever went out is discarded.
    isNews({ open }, { seat, went_rummy }) {
      if (!open?.over || open.play.went_out !== seat || open.play.went_rummy !== went_rummy) return true;
      return seat in open.play.hands && !(seat in open.play.melded);
    },
  },
  hand_counted: {
    check(fold, entry) {
      dealtIn(fold, entry);
      for (const cards of [entry.hand, entry.melded ?? {}]) checkHand(fold.state.open.deal, entry.seat, cards, entry.buys);
      if (entry.down === null) throw downOrNot(fold.state.open.deal, entry);
    },
    settled: settledHand,
    isNews(state, { seat, hand, down, buys, melded }) {
      const { play } = openRound(state);
      const isSame = sameHand(hand, handOf(play, seat)) && sameHand(melded ?? {}, meldsOf(play, seat));
      return !isSame || down !== play.laid_down.includes(seat) || buys !== (play.buys[seat] ?? null);
    },
    isOutdated: ({ open }, { seat }) => !open?.over || !open.deal.players.includes(seat),
  },
  adjusted: { check: dealtIn },
  round_scored: {
    check: ({ ruleset, state }, entry) => checkRound({ ruleset, ...openRound(state) }, answersIn(entry)),
    settled: ({ ruleset, state: { open } }, entry) => (open ? answered({ ruleset, ...open }, entry) : entry),
    unasked: ({ ruleset, state: { open } }, entry) => (open ? notAsked({ ruleset, ...open }, entry) : entry),
  },
  round_corrected: {
    check({ ruleset, state }, entry) {
      const { number, play } = entry;
      refuseUnless(isWritten(state, number), "game_over", { numbers: { round: number } });
      checkRound({ ruleset, deal: state.rounds[number - 1].deal, play }, answersIn(entry));
    },
    // Where this round is void now, later deals move, and with them a wild rank.
    checkAfter(before, after, { number }) {
      const hands = handsToRecount(before.state, after.state);
      const later = hands.find((row) => row.number > number && row.number <= after.state.rounds.length);
      if (!later) return;
      const { values } = after.state.rounds[later.number - 1].deal;
      const card = Object.keys(later.hand.cards).find((name) => !nowCalled(after.ruleset, values, name));
      throw new Refused("unknown_card", { card });
    },
    settled({ ruleset, state }, entry) {
      if (!isWritten(state, entry.number)) return entry;
      return answered(ofRound(ruleset, state, entry), entry);
    },
    unasked: ({ ruleset, state }, entry) =>
      isWritten(state, entry.number) ? notAsked(ofRound(ruleset, state, entry), entry) : entry,
  },
  player_joined: {
    check({ ruleset, state }, { name, before }) {
      openRound(state);
      refuseUnless(before === null || state.order.includes(before), "unknown_player", { seat: before });
      checkName(name, state.names);
      checkRoom(ruleset, state);
    },
  },
  player_left: { check: dealtIn },
  player_returned: {
    check({ ruleset, state }, { seat }) {
      openRound(state);
      refuseUnless(seat in state.left, "unknown_player", { seat });
      checkRoom(ruleset, state);
    },
  },
  player_renamed: {
    check({ state }, { seat, name }) {
      refuseUnless(state.order.includes(seat), "unknown_player", { seat });
      checkName(name, state.names, seat);
    },
    isNews: ({ order, names }, { seat, name }) => !order.includes(seat) || name !== names[seat],
  },
  seats_reordered: {
    check({ state }, { order }) {
      openRound(state);
      const isEverybody = String([...order].sort()) === String([...state.order].sort());
      refuseUnless(!state.rounds.length && isEverybody, "order_is_settled");
    },
    isNews: (state, { order }) => String(order) !== String(state.order),
  },
  dealer_changed: { check: dealtIn },
  rules_changed: { waits: true }, // the rules themselves say which choices there are, and the server reads them
  entry_undone: {
    check: ({ state }, { sequence }) =>
      refuseUnless(isThere(state, sequence) && !state.undone.includes(sequence), "not_to_be_undone", {
        numbers: { entry: sequence },
      }),
    // People undo what was done last, an early end, or the count by which a hand stands.
    isOutdated(state, { sequence }) {
      const counts = Object.values(state.open?.counted_at ?? {});
      return isThere(state, sequence) && ![state.last?.[0], state.ended?.[0], ...counts].includes(sequence);
    },
  },
  game_ended: {
    check({ state }) {
      openRound(state);
      refuseUnless(state.rounds.some((round) => round.counted && !round.void), "nothing_scored");
    },
  },
  titled: { isNews: (state, { title }) => title !== state.title },
  noted: { isNews: (state, { text }) => text !== state.note },
};

const USUAL = {
  check: () => {},
  checkAfter: () => {},
  settled: (_, entry) => entry,
  unasked: (_, entry) => entry,
  isNews: () => true,
  isOutdated: () => false,
  waits: false,
};
const waysOf = ({ kind }) => ({ ...USUAL, ...WAYS[kind] });

const ofRound = (ruleset, state, { number, play }) => ({ ruleset, deal: state.rounds[number - 1].deal, play });
const isThere = (state, sequence) => sequence >= 1 && sequence <= state.version;
const isWritten = (state, number) => number >= 1 && number <= state.rounds.length;

// Nobody asks what is left of the hand that went out; down or not, the cards may show.
function settledHand({ ruleset, state }, entry) {
  const open = openRound(state); // else the entry is outdated
  const { seat, buys } = entry;
  const hand = isBlank(entry.hand) && seat === open.play.went_out ? { cards: {} } : entry.hand;
  const shown = isBlank(hand) ? null : inferDown(ruleset, open.deal, seat, hand, buys);
  return { ...entry, hand, down: entry.down ?? shown ?? markedDown(ruleset, open, { ...entry, hand }) };
}

// By the mark at the table; null where a typed total leaves it open and nobody was marked.
function markedDown(ruleset, { deal, play, marked }, { seat, hand, buys }) {
  const isKnown = marked.includes(seat) || seat === play.went_out;
  return !isKnown && totalLeavesDownOpen(ruleset, deal, seat, hand, buys) ? null : marked.includes(seat);
}

function sameHand(one, other) {
  if (!one.cards || !other.cards) return !one.cards === !other.cards && (one.points ?? null) === (other.points ?? null);
  const names = Object.keys(one.cards);
  return names.length === Object.keys(other.cards).length && names.every((n) => one.cards[n] === other.cards[n]);
}

// A game knows its players apart by name, capitals aside, those who have left too.
function checkName(name, names, butFor = null) {
  const seat = names.findIndex((known, other) => other !== butFor && folded(known) === folded(name));
  refuseUnless(seat < 0, "name_taken", { seat });
}

function checkRoom({ most_players }, state) {
  refuseUnless(state.active.length < most_players, "table_full", { numbers: { most: most_players } });
}

// Something that only the server can decide: other house rules, or the undo of them.
export class Waits extends Error {}

// Made for something that is no longer so.
export class Conflict extends Error {}

// The fold after these entries, as the log keeps them; what says nothing new is left out. `round` is the number of the round that
// they were made in, null where none is meant; `unasked` says that whoever made them can no longer be asked: doubts are kept, and
// what others have written since is in the way of an undo only where it rests on what is undone. Throws Conflict, Refused, Doubted
// or Waits: then nothing of it may be kept. What other phones have said since only the server knows.
export function decide(found, wanted, round = null, unasked = false) {
  if (round !== null && found.state.open?.deal.number !== round) throw new Conflict("out_of_date");
  return wanted.reduce((now, entry) => taken(now, entry, unasked), found);
}

function taken(now, wanted, unasked) {
  const ways = waysOf(wanted);
  const undoes = wanted.kind === "entry_undone" && now.entries[wanted.sequence - 1];
  if (ways.waits || (undoes && waysOf(undoes).waits)) throw new Waits(wanted.kind);
  const mayStand = undoes && unasked && standsWithout(now, wanted.sequence);
  if (ways.isOutdated(now.state, wanted) && !mayStand) throw new Conflict("out_of_date");
  const settled = ways.settled(now, wanted);
  const entry = unasked ? ways.unasked(now, settled) : settled;
  if (!ways.isNews(now.state, entry)) return now;
  ways.check(now, entry);
  const next = afterKnown(now, entry);
  ways.checkAfter(now, next, entry);
  return next;
}

// Whether all that was written since would have been written without this entry too.
function standsWithout({ ruleset, seats, entries, state }, sequence) {
  const isStanding = (_, index) => !state.undone.includes(index + 1);
  let now = fold(ruleset, seats, entries.filter((entry, index) => index + 1 < sequence && isStanding(entry, index)));
  for (const entry of entries.filter((one, index) => index + 1 > sequence && isStanding(one, index))) {
    const next = GOES_BACK.includes(entry.kind) ? now : written(now, entry);
    if (JSON.stringify(next.entries.at(-1)) !== JSON.stringify(entry) || next === now) return false;
    now = next;
  }
  return true;
}
const GOES_BACK = ["round_corrected", "rules_changed", "entry_undone"];

// The fold with this entry more; the same where that cannot be.
function written(now, entry) {
  try {
    return decide(now, [entry]);
  } catch (error) {
    if (error instanceof Conflict || error instanceof Refused || error instanceof Doubted) return now;
    throw error;
  }
}

// A correction may move later deals, and with them a wild rank.
function afterKnown(now, entry) {
  try {
    return after(now, entry);
  } catch (error) {
    throw error instanceof UnknownCard ? new Refused("unknown_card", { card: error.card }) : error;
  }
}
