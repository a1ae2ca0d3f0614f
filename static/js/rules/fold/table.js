// The table between two rounds, while a log is folded; twin of companion/rules/fold/table.py.
import { roundPoints } from "../judging/scoring.js";
import { bySeat, seatsOf } from "../model/cards.js";
import { dropsOf, gaveUp, handOf, isBlank } from "../model/play.js";
import {
  isOver,
  isVoid,
  knockMostOf,
  missedOf,
  neededNoHands,
  needsNoHands,
  readBy,
  outcomeOf,
  valuesFor,
  wildOf,
  winsGame,
} from "../model/state.js";
import { Seating } from "./order.js";
import { inCardClasses, wasDown } from "./recounting.js";
import {
  dealtInAlone,
  isOutOfTheGame,
  onceTiedHaveLeft,
  outcomeAfter,
  rejoinCosts,
  roundWinners,
  Tally,
} from "./standings.js";

/** @param {Seat[]} seats */
const inOrder = (seats) => seats.sort((a, b) => a - b);
/** @param {number[]} byRound @param {number} number */
const at = (byRound, number) => byRound[Math.min(number, byRound.length) - 1];

// `round` is the index of the round about to be dealt, `number` its number in the plan of the game: a void round is
// dealt again.
export class Table {
  round = 0;
  number = 1;
  /** @type {{ dealer: Seat, again: boolean } | null} */ dealt = null;
  outcome = outcomeOf();
  /** @type {Seat[]} */ stayed = []; // without those who came for the next round

  /** @param {Ruleset} ruleset @param {Seats} seats @param {Events} events */
  constructor(ruleset, seats, events) {
    this.ruleset = ruleset;
    this.events = events;
    this.seating = new Seating(seats.names, ruleset.direction);
    this.tally = new Tally(ruleset, seats.names.length);
    this.dealer = seats.first_dealer;
  }

  // The same table after an event that moved nobody.
  /** @param {Events} events @returns {Table} */
  with(events) {
    return Object.assign(Object.create(Table.prototype), this, { events });
  }

  // Seat the players who join before the next round, and determine its dealer.
  getReady() {
    const { dealt, events, seating } = this;
    if (dealt) this.round += 1;
    else seating.reorder(events.order); // until the first round players may change seats
    if (dealt && !dealt.again) this.number += 1;
    this.seatComersAndGoers();
    if (dealt) this.dealer = dealt.again ? dealt.dealer : this.dealsAfter(dealt.dealer);
    this.dealer = events.dealers[this.round] ?? this.dealer;
    if (this.dealer in seating.left) this.dealer = this.dealsAfter(this.dealer);
  }

  // The player who deals after this one, in old logs also one who came for the round.
  /** @param {Seat} dealer */
  dealsAfter(dealer) {
    const { active } = this.seating;
    const here = this.events.dealStays.includes(this.round) ? this.stayed : active;
    const stayed = here.filter((seat) => active.includes(seat));
    return this.seating.after(dealer, stayed.length ? stayed : active);
  }

  // What is said, but for what is left over of players who are not dealt in any more.
  /** @param {Deal} deal @param {Draft} draft */
  dealtTo({ players }, draft) {
    const here = draft.copy();
    for (const seat of this.seating.order) if (!players.includes(seat) && draft.isLeftOver(seat)) here.forget(seat);
    return here;
  }

  // The start of the next round as it was played so far, once the table is ready.
  /** @param {RoundPlay} play @param {WrittenRound | null} written @returns {Deal} */
  deal(play, written = null) {
    const { ruleset, outcome, seating, number } = this;
    const alone = dealtInAlone(ruleset, outcome);
    const tied = seating.order.filter((seat) => alone.includes(seat));
    const players = tied.length ? tied : this.dealtIn(play, written);
    const row = ruleset.decks.find(({ up_to }) => players.length <= up_to) ?? ruleset.decks[ruleset.decks.length - 1];
    const cards = row.cards_dealt ?? at(ruleset.cards_dealt, number);
    const dealer = players.includes(this.dealer) ? this.dealer : seating.after(this.dealer, players);
    return {
      number: this.round + 1,
      planned: number,
      dealer,
      leads: ruleset.dealer === false ? dealer : seating.after(dealer, players),
      players,
      contracts: this.contractsOf(players, tied.length > 0),
      cards,
      decks: { decks: row.decks, jokers: row.jokers },
      values: valuesFor(ruleset, cards, play.turned_up),
      scoring: ruleset.scoring,
      tiebreak: tied.length > 0,
      playoff: outcome.code === "playoff_needed",
      wild: wildOf(ruleset, cards, play.turned_up),
      knock_most: knockMostOf(ruleset, play.turned_up),
      down_counts: ruleset.contracts.length > 0 || missedOf(ruleset) !== null,
      must_play: players.filter((seat) => this.mustPlay(seat)),
    };
  }

  // Whether this player has used up all drops, or would be out by the next one.
  /** @param {Seat} seat */
  mustPlay(seat) {
    const { drops } = this.ruleset;
    if (!drops) return false;
    if (!drops.may_eliminate && isOutOfTheGame(this.ruleset, this.tally.totals[seat] + drops.first)) return true;
    return drops.most !== null && (this.tally.drops[seat] ?? 0) >= drops.most;
  }

  // Score the next round, after all events before it.
  /** @param {WrittenRound} written @returns {ScoredRound} */
  score(written) {
    this.getReady();
    const { accepted, not_asked, corrected } = written;
    const [deal, rules] = [this.deal(written.play, written), this.events.rulesOf(written)];
    const draft = written.draft?.before && this.dealtTo(deal, written.draft);
    const unasked = rules && !rules.asked_down ? deal.players : (draft || written).unasked;
    const { play } = draft ? { play: draft.play() } : written;
    const played = this.played(deal, play, unasked, written.told_down);
    const counted = !isOver(this.outcome) && isOfThisDeal(played);
    const [points, made] = this.brings(played, counted);
    const again = isVoid(played);
    this.dealt = { dealer: played.deal.dealer, again };
    const nextContracts = this.nextContracts(this.number + (again ? 0 : 1));
    return {
      deal: played.deal,
      play: played.play,
      made,
      points,
      totals: { ...this.tally.totals },
      games: this.tally.games,
      next_contracts: { ...nextContracts },
      accepted,
      not_asked,
      void: again,
      no_hands: needsNoHands(played),
      unsaid: played.unsaid,
      counted,
      corrected,
    };
  }

  // A round by the rules in force, whatever rules it was counted by. Of the `unasked` players it is inferred whether
  // they were down, unless the table has told; `unsaid` are those of whom only the table knows.
  /**
   * @param {Deal} deal @param {RoundPlay} play @param {Seat[]} unasked @param {BySeat<boolean>} toldDown
   * @param {boolean} [isOver] @returns {Played & { unsaid: Seat[] }}
   */
  played(deal, play, unasked, toldDown, isOver = true) {
    const { ruleset, events } = this;
    /** @type {Seat[]} */ const unsaid = [];
    const said = readBy(ruleset, deal, play, isOver);
    if (!events.new_rules.length) return { ruleset, deal, play: said, unsaid };
    const read = inCardClasses(ruleset, said, deal, events.recounted);
    const played = { ruleset, deal, play: read, unsaid };
    if (!deal.down_counts || needsNoHands(played)) return played;
    const down = [];
    for (const seat of unasked) {
      if (play.laid_down.includes(seat) || (seat in play.hands && isBlank(play.hands[seat]))) continue;
      const isDown = toldDown[seat] ?? wasDown(played, seat, handOf(play, seat));
      if (isDown) down.push(seat);
      if (isDown === null) unsaid.push(seat);
    }
    return { ...played, play: { ...read, laid_down: inOrder([...read.laid_down, ...down]) }, unsaid: inOrder(unsaid) };
  }

  // The common contract in this round of the plan.
  /** @param {number} number */
  nextContracts(number) {
    const { ruleset, tally } = this;
    const isNone = isOver(this.outcome) || ruleset.advancing === "none";
    return tally.contracts.map((on) => {
      const upcoming = ruleset.advancing === "round" ? number : on;
      return isNone || upcoming > ruleset.contracts.length ? null : upcoming;
    });
  }

  /** @param {Played} played @param {boolean} counted @returns {[points: BySeat<number>, made: Seat[]]} */
  brings(played, counted) {
    const { deal, play } = played;
    const again = isVoid(played);
    const isMade = counted && !again && !winsGame(played);
    const made = isMade ? play.laid_down.filter((seat) => seat in deal.contracts) : [];
    const scored = again ? bySeat(deal.players, () => 0) : roundPoints(played);
    const { lost_lives: lives, end } = this.ruleset;
    // Nobody loses more lives than they have.
    /** @param {Seat} seat */
    const left = (seat) => Math.max(0, Number(end.limit) - this.tally.totals[seat]);
    const points = lives === null ? scored : bySeat(deal.players, (seat) => Math.min(scored[seat], left(seat)));
    if (counted && !again) {
      this.tally.add(points, deal.playoff ? [] : made, roundWinners(points, play), gaveUp(play));
      this.outcome = outcomeAfter(played, made, this.tally.games, points);
    }
    return [points, made];
  }

  // The players at the table, unless the log says that others were dealt in.
  /** @param {RoundPlay} play @param {WrittenRound | null} written */
  dealtIn(play, written) {
    const [atTheTable, said] = [this.atTheTable(play, written), this.events.dealtIn[this.round] ?? {}];
    return this.seating.order.filter((seat) => said[seat] ?? atTheTable.includes(seat));
  }

  // Where some are or were out by their totals, a correction or other house rules may say later that others were: so
  // whoever played a round was dealt in, and in a complete one nobody else.
  /** @param {RoundPlay} play @param {WrittenRound | null} written */
  atTheTable(play, written) {
    const { seating } = this;
    const isComplete = written && this.isComplete(written);
    const played = seatsOf({ ...play.hands, ...dropsOf(play) }).concat(play.went_out ?? []);
    return seating.order.filter((seat) => played.includes(seat) || (!isComplete && !(seat in seating.left)));
  }

  // Whether this written round has everybody dealt in, where some may have been out. A play-off has no hands, and a
  // round that was void or won the game, by its rules or by those in force, needs none; if its rules are not known,
  // one that nobody won may have been void. After an end that was moved, nobody who left has left.
  /** @param {WrittenRound} written */
  isComplete(written) {
    const { ruleset, events, outcome } = this;
    const { play } = written;
    const [rules, changes] = [events.rulesOf(written), events.new_rules.length];
    const isUnknown = !rules && written.changes < changes;
    if (isVoid({ ruleset, play }) || (play.went_out === null && isUnknown)) return false;
    if (winsGame({ ruleset, play }) || (rules && neededNoHands(rules, play))) return false;
    const mayBeOut = ruleset.end.when === "one_left" || changes > 0 || isOver(outcome);
    return mayBeOut && Object.keys({ ...play.hands, ...dropsOf(play) }).length > 0;
  }

  /** @param {Seat[]} players @param {boolean} isPlayoff @returns {BySeat<number>} */
  contractsOf(players, isPlayoff) {
    const { advancing, contracts } = this.ruleset;
    /** @param {Seat} seat */
    const on = (seat) =>
      advancing === "round" ? this.number : isPlayoff ? contracts.length : this.tally.contracts[seat];
    return advancing === "none" ? {} : bySeat(players, (seat) => Math.min(on(seat), contracts.length));
  }

  // Players who leave, then those who return, then new ones, whatever their order in the log.
  seatComersAndGoers() {
    const { events, seating, tally } = this;
    /** @param {[index: number, ...unknown[]]} event */
    const now = ([index]) => index === this.round;
    this.letGo();
    const gone = seating.active.filter((seat) => isOutOfTheGame(this.ruleset, tally.totals[seat]));
    for (const seat of gone) seating.letGo(seat, this.round);
    this.stayed = seating.active;
    for (const [, seat] of events.returned.filter(now)) {
      const mayReturn = seat in seating.left && !isOver(this.outcome);
      if (mayReturn) seating.takeBack(seat, this.round + 1, tally.makeUp(seat, this.stayed, this.returnCosts));
    }
    const atTheTable = seating.active;
    for (const [, { name, before }] of events.joined.filter(now)) {
      seating.add(name, before, this.round + 1);
      tally.addNewcomer(atTheTable);
    }
    this.letGo(); // a player may have joined and left again
    this.outcome = onceTiedHaveLeft(this.ruleset, this.outcome, seating.left, this.round);
  }

  // Rules that allow no return do not take back one that was made.
  get returnCosts() {
    const costs = rejoinCosts(this.ruleset);
    return this.ruleset.end.rejoin === "no" ? (this.events.returnCosts ?? costs) : costs;
  }

  // Nobody leaves a game that a correction has ended before.
  letGo() {
    if (isOver(this.outcome)) return;
    for (const [index, seat] of this.events.left) if (index === this.round) this.seating.letGo(seat, this.round);
  }
}

// A correction may say that others were tied, or nobody.
/** @param {Played} played */
function isOfThisDeal(played) {
  const { deal, play } = played;
  const counted = seatsOf({ ...play.hands, ...dropsOf(play) });
  const seats = [...play.laid_down, ...counted, ...(play.went_out === null ? [] : [play.went_out])];
  if (deal.tiebreak && !seats.every((seat) => deal.players.includes(seat))) return false;
  return needsNoHands(played) || !deal.players.some((seat) => isBlank(handOf(play, seat)));
}
