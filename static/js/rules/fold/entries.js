// Each kind of entry in one place; twin of companion/rules/fold/entries.
//   apply(events, entry, number)       its effect on the events; `number` is its sequence number in the log
//   isOfOpenRound                       it affects only the open round
//   goesBack                            it changes earlier entries
// Kinds that pages of this app write also have
//   check(fold, entry)                  throws Refused if it is invalid, or Doubted for a round
//   checkAfter(before, after, entry)    throws Refused if the game after it is invalid
//   isOutdated(state, entry)            whether it was made for a state that has changed
//   settled(fold, entry)                the entry as the log stores it
//   unasked(fold, entry)                the same, if nobody could be asked about its doubts
//   isNews(state, entry)                whether it changes the state
// Only the server checks all other kinds.
import { findDoubts } from "../judging/doubts.js";
import { inferDown, totalLeavesDownOpen } from "../judging/hand_sizes.js";
import {
  checkDealtIn,
  checkHand,
  checkRound,
  checkAllHaveRoom,
  checkTurnedUp,
  downOrNot,
  openRound,
  Refused,
} from "../judging/refusals.js";
import { meldsScore, SCHEMES } from "../judging/scoring.js";
import { seatsOf, undecidedLowCards } from "../model/cards.js";
import {
  answersIn,
  dropsOf,
  endingOf,
  handOf,
  hasCounts,
  isAccepted,
  isBlank,
  isOut,
  meldsOf,
  sortedAnswers,
} from "../model/play.js";
import { eachHand, hasCounted, playedAs, turnsUp, typedOf } from "../model/state.js";
import { handsToRecount, nowCalled } from "./recounting.js";

// The entry without the fields that only the app sets; the API refuses commands that have them.
/** @template {{}} E @param {E} entry @returns {E} */
export function asCommand(entry) {
  const { deal_stays, not_asked, rules_before, lost, unopened, ...rest } = /** @type {any} */ (entry);
  if (!rest.play) return rest;
  const { partners, ...play } = rest.play;
  return { ...rest, play };
}

/** @param {Fold} fold @param {{ seat: Seat }} entry */
const dealtIn = ({ state }, { seat }) => checkDealtIn(state, seat);

/** @type {Kind<LaidDown>} */
const laidDown = {
  isOfOpenRound: true,
  apply: ({ draft }, { seat }, number) => draft.mark(seat, true, number),
  check: dealtIn,
  isNews: ({ open }, { seat }) => !open?.play.laid_down.includes(seat),
};

/** @type {Kind<TookBack>} */
const tookBack = {
  isOfOpenRound: true,
  apply: ({ draft }, { seat }, number) => draft.mark(seat, false, number),
  check: dealtIn,
  // A player who went out is down, marked or not.
  isNews: ({ open }, { seat }) =>
    !open?.deal.players.includes(seat) || (open.play.laid_down.includes(seat) && seat !== open.play.went_out),
};

// Cards put on the table, which count once the hand is counted.
/** @type {Kind<Melded>} */
const melded = {
  isOfOpenRound: true,
  apply: ({ draft }, { seat, cards }, number) => draft.meld(seat, { number, cards }),
  check(fold, entry) {
    dealtIn(fold, entry);
    checkHand(openRound(fold.state).deal, entry.seat, { cards: entry.cards }, "melded");
  },
  isOutdated: ({ open }, { seat }) => Boolean(open && seat in open.play.melded),
  isNews: ({ open }, { cards }) => (!open || meldsScore(open)) && Object.values(cards).some(Boolean),
};

/** @type {Kind<WentOut>} */
const wentOut = {
  isOfOpenRound: true,
  apply: ({ draft }, { seat, went_rummy, ending }) => draft.end(seat, went_rummy, ending ?? null),
  check: ({ state }, { seat }) => checkDealtIn(state, ...(seat === null ? [] : [seat])),
  settled({ ruleset }, { ending, ...entry }) {
    if (entry.seat === null || SCHEMES[ruleset.scoring].onlyPoints) return { ...entry, seat: null, went_rummy: false };
    const said = ruleset.knocking ? { ending: endingOf(ruleset, ending) } : {};
    return { ...entry, went_rummy: entry.went_rummy && ruleset.asks_rummy, ...said };
  },
  // A counted hand of the player who went out is discarded, unless by a knock.
  /** @param {State} state @param {WentOut & { seat: Seat }} entry */
  isNews({ open }, { seat, went_rummy, ending }) {
    if (!open?.over || open.play.went_out !== seat || open.play.went_rummy !== went_rummy) return true;
    if (open.play.ending !== ending) return true;
    if (ending === "knock") return false;
    return seat in open.play.hands && !(seat in open.play.melded);
  },
};

// A player gave the round up, or did not after all (null).
/** @type {Kind<Dropped>} */
const dropped = {
  isOfOpenRound: true,
  apply: ({ draft }, { seat, drop }) => draft.drop(seat, drop),
  check: dealtIn,
  isOutdated: ({ open }, { seat, drop }) => Boolean(drop && open && hasCounted(open, seat)),
  settled: ({ ruleset }, entry) => (ruleset.drops ? entry : { ...entry, drop: null }),
  isNews: ({ open }, { seat, drop }) => !open || (dropsOf(open.play)[seat] ?? null) !== drop,
};

// The rank of the card that was turned up: the wild rank of the round, or the most deadwood of a knock.
/** @type {Kind<TurnedUp>} */
const turnedUp = {
  isOfOpenRound: true,
  apply: ({ draft }, { rank }) => (draft.turned_up = rank),
  check({ ruleset, state }, { rank }) {
    const { play } = openRound(state);
    checkTurnedUp(ruleset, rank);
    if (ruleset.draws_wild && hasCounts(play)) throw new Refused("wild_is_settled");
  },
  settled: ({ ruleset }, entry) => (turnsUp(ruleset) ? entry : { ...entry, rank: null }),
  isNews: ({ open }, { rank }) => !open || (open.play.turned_up ?? null) !== rank,
};

/** @type {Kind<HandCounted>} */
const handCounted = {
  isOfOpenRound: true,
  apply: (events, entry, number) => events.count(entry, number),
  check(fold, entry) {
    dealtIn(fold, entry);
    const { deal } = openRound(fold.state);
    checkHand(deal, entry.seat, entry.hand, "held", entry.buys);
    checkHand(deal, entry.seat, entry.melded ?? {}, "melded");
    if (entry.down === null) throw downOrNot(deal, entry);
  },
  // The player who went out has no leftovers to count. The cards may show whether a player is down.
  settled({ ruleset, state }, entry) {
    const open = openRound(state); // else the entry is outdated
    const { seat, buys } = entry;
    const hand = isBlank(entry.hand) && isOut(open.play, seat) ? { cards: {} } : entry.hand;
    const shown = isBlank(hand) ? null : inferDown(ruleset, open.deal, seat, hand, buys);
    const down = entry.down ?? shown ?? markedDown(ruleset, open, { ...entry, hand });
    return { ...entry, hand, down, ...(typedOf(ruleset, hand, down ?? true) === hand ? {} : { unopened: true }) };
  },
  isNews(state, { seat, hand, down, buys, melded }) {
    const { play } = openRound(state);
    const isSame = sameHand(hand, handOf(play, seat)) && sameHand(melded ?? {}, meldsOf(play, seat));
    return !isSame || down !== play.laid_down.includes(seat) || buys !== (play.buys[seat] ?? null);
  },
  isOutdated: ({ open }, { seat }) => !open?.over || !open.deal.players.includes(seat),
};

// By the mark at the table; null if a typed total leaves it open and nobody was marked.
/** @param {Ruleset} ruleset @param {OpenRound} open @param {HandCounted} count */
function markedDown(ruleset, { deal, play, marked }, { seat, hand, buys }) {
  const isKnown = marked.includes(seat) || seat === play.went_out;
  return !isKnown && totalLeavesDownOpen(ruleset, deal, seat, hand, buys) ? null : marked.includes(seat);
}

/** @param {Hand} one @param {Hand} other */
function sameHand(one, other) {
  const [mine, theirs] = [one.cards, other.cards];
  if (!mine || !theirs) return !mine === !theirs && (one.points ?? null) === (other.points ?? null);
  const names = Object.keys(mine);
  return names.length === Object.keys(theirs).length && names.every((n) => mine[n] === theirs[n]);
}

/** @type {Kind<RoundScored>} */
const roundScored = {
  apply: (events, entry) => events.writeDown(entry),
  check: ({ ruleset, state }, entry) => checkRound({ ruleset, ...openRound(state) }, answersIn(entry)),
  settled: ({ ruleset, state: { open } }, entry) =>
    open ? { ...answered({ ruleset, ...open }, entry), ...lostIn(ruleset, open) } : entry,
  unasked: ({ ruleset, state: { open } }, entry) => (open ? notAsked({ ruleset, ...open }, entry) : entry),
};

// The players who lost lives, where nobody counts their hands.
/** @param {Ruleset} ruleset @param {OpenRound} open */
export function lostIn({ lost_lives: lives }, { play }) {
  const lost = lives === null ? [] : seatsOf(play.hands);
  return lost.length ? { lost } : {};
}

/** @type {Kind<RoundCorrected>} */
const roundCorrected = {
  goesBack: true,
  apply: (events, entry) => events.correct(entry.number, entry.play, entry),
  check({ ruleset, state }, entry) {
    const { number } = entry;
    if (!isWritten(state, number)) throw new Refused("game_over", { numbers: { round: number } });
    checkRound(asCorrected(ruleset, state, entry), answersIn(entry));
  },
  // If this round is void now, later deals move, and with them a wild rank.
  checkAfter(before, after, { number }) {
    checkAllHaveRoom(after.ruleset, before.state, after.state);
    const hands = handsToRecount(before.state, after.state);
    const later = hands.find((row) => row.number > number);
    if (!later) return;
    const { values } = after.state.rounds[later.number - 1].deal;
    const cards = /** @type {Cards} */ (later.hand.cards);
    const lost = Object.keys(cards).find((name) => !nowCalled(after.ruleset, values, name));
    const card = lost ?? undecidedLowCards(values, cards)[0].run?.[0];
    throw new Refused("unknown_card", { card });
  },
  settled({ ruleset, state }, entry) {
    if (!isWritten(state, entry.number)) return entry;
    const here = { ...entry, play: ofThisGame(ruleset, entry.play) };
    const played = asCorrected(ruleset, state, here);
    const hands = eachHand(played.play, (hand, isDown) => typedOf(ruleset, hand, isDown));
    return answered(played, { ...here, play: { ...here.play, hands } });
  },
  unasked: ({ ruleset, state }, entry) =>
    isWritten(state, entry.number) ? notAsked(asCorrected(ruleset, state, entry), entry) : entry,
};

// The fields of a round that its rules read.
/** @param {Ruleset} ruleset @param {RoundPlay} play @returns {RoundPlay} */
function ofThisGame(ruleset, { drops, ending, turned_up, partners: _, ...play }) {
  const { meldsScore: scores, onlyPoints } = SCHEMES[ruleset.scoring];
  const out = onlyPoints ? null : play.went_out;
  return {
    ...play,
    went_out: out,
    went_rummy: out !== null && play.went_rummy && ruleset.asks_rummy,
    melded: scores ? play.melded : {},
    ...(ruleset.drops && drops ? { drops } : {}),
    ...(out !== null && ruleset.knocking && ending ? { ending } : {}),
    ...(turnsUp(ruleset) && turned_up ? { turned_up } : {}),
  };
}

// Only existing doubts can be answered, and only the app knows which were never asked.
/** @template {Answers} E @param {Played} played @param {E} entry @returns {E} */
function answered(played, entry) {
  const accepted = keysOf(findDoubts(played).filter((found) => isAccepted(entry.accepted, found)));
  return { ...asCommand(entry), accepted };
}

// With all unanswered doubts, if there are any.
/** @template {Answers} E @param {Played} played @param {E} entry @returns {E} */
function notAsked(played, entry) {
  const open = keysOf(findDoubts(played).filter((found) => !isAccepted(entry.accepted, found)));
  return open.length ? { ...entry, not_asked: open } : entry;
}

/** @param {Doubt[]} doubts */
function keysOf(doubts) {
  /** @type {Map<string, Answer>} */
  const keys = new Map(doubts.map(({ code, seat }) => [`${code} ${seat}`, [code, seat]]));
  return sortedAnswers([...keys.values()]);
}

/** @param {State} state @param {number} number */
const isWritten = (state, number) => number >= 1 && number <= state.rounds.length;
/** @param {Ruleset} ruleset @param {State} state @param {RoundCorrected} entry */
const asCorrected = (ruleset, state, { number, play }) => playedAs(ruleset, state.rounds[number - 1].deal, play);

// The undone entry is skipped, and its undo too: it has no effect.
/** @type {Omit<Kind<EntryUndone>, "apply">} */
const entryUndone = {
  goesBack: true,
  check({ state }, { sequence }) {
    if (isThere(state, sequence) && !state.undone.includes(sequence)) return;
    throw new Refused("not_to_be_undone", { numbers: { entry: sequence } });
  },
  // Undo applies to the last entry, an early end, the latest count of a hand, or a meld.
  isOutdated(state, { sequence }) {
    const counts = Object.values(state.open?.counted_at ?? {});
    const melds = Object.values(state.open?.melds ?? {}).flatMap((laid) => laid.map(({ number }) => number));
    return isThere(state, sequence) && ![state.last?.[0], state.ended?.[0], ...counts, ...melds].includes(sequence);
  },
};

/** @param {State} state @param {number} sequence */
const isThere = (state, sequence) => sequence >= 1 && sequence <= state.version;

// Whoever is dealt in from the open round on does not take its deal; in old logs it may have moved.
/** @param {Events} events @param {Entry | PlayerJoined | PlayerReturned} entry */
function come(events, { deal_stays: stays }) {
  if (stays) events.dealStays.push(events.rounds.length);
}
/** @type {(fold: unknown, entry: Entry) => Entry} */
const withoutDeal = (_, entry) => ({ ...entry, deal_stays: true });

/** @type {Record<string, Kind<Entry>>} */
export const KINDS = {
  laid_down: laidDown,
  took_back: tookBack,
  melded,
  went_out: wentOut,
  turned_up: turnedUp,
  dropped,
  hand_counted: handCounted,
  adjusted: { isOfOpenRound: true, apply: ({ draft }, { seat, adjustment }) => (draft.adjusted[seat] = adjustment) },
  round_scored: roundScored,
  round_corrected: roundCorrected,
  player_joined: {
    /** @param {Events} events @param {PlayerJoined} entry */
    apply(events, entry) {
      come(events, entry);
      events.joined.push([events.rounds.length, entry]);
    },
    settled: withoutDeal,
  },
  player_left: {
    apply(events, { seat }) {
      events.move(seat, events.left, events.returned);
      delete events.dealtIn[events.rounds.length]?.[seat];
      events.draft.forget(seat);
    },
  },
  player_returned: {
    apply(events, entry) {
      come(events, entry);
      events.move(entry.seat, events.returned, events.left);
    },
    settled: withoutDeal,
  },
  player_renamed: { apply: (events, { seat, name }) => (events.renamed[seat] = name) },
  seat_taken_over: {
    apply(events, { seat, name, former }) {
      events.handed_over.push([events.rounds.length, seat, former]);
      events.renamed[seat] = name;
    },
  },
  seats_reordered: { apply: (events, { order }) => (events.order = order) },
  dealer_changed: { apply: (events, { seat }) => (events.dealers[events.rounds.length] = seat) },
  dealt_in: {
    apply(events, { seat, plays }) {
      (events.dealtIn[events.rounds.length] ??= {})[seat] = plays;
      if (!plays) events.draft.forget(seat);
    },
  },
  rules_changed: { goesBack: true, apply: (events, entry) => events.changeRules(/** @type {RulesChanged} */ (entry)) },
  entry_undone: /** @type {Kind<EntryUndone>} */ (entryUndone),
  game_ended: { apply: (events, entry, number) => (events.ended = [number, entry]) },
  end_time_set: { apply: (events, { until }) => (events.end_time = until) },
  titled: { apply: (events, { title }) => (events.title = title) },
  noted: { apply: (events, { text }) => (events.note = text) },
};
