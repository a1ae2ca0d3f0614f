// Places, the winner, the tie-break and the reason; twin of companion/rules/fold/standings.py.
import { SCHEMES } from "../judging/scoring.js";
import { bySeat, sum } from "../model/cards.js";
import { isOver, outcomeOf, winsGame } from "../model/state.js";

// Contracts and totals of all players; twin of companion/rules/fold/standings.py.

// By seat: the number of the current contract, the number of contracts made, and the total.
export class Tally {
  /** @param {Ruleset} ruleset @param {number} players */
  constructor(ruleset, players) {
    /** @type {number[]} */
    this.contracts = Array(players).fill(1);
    /** @type {number[]} */
    this.made = Array(players).fill(0);
    /** @type {number[]} */
    this.totals = Array(players).fill(0);
    this.startsAtOne = ruleset.joining === "start_at_one";
    this.isZeroSum = Boolean(SCHEMES[ruleset.scoring].isZeroSum);
    this.startsBehind = !this.startsAtOne && !this.isZeroSum;
    this.worst = lowWins(ruleset) ? Math.max : Math.min;
    this.rejoinCosts = rejoinCosts(ruleset);
    /** @param {number} total */
    this.isOut = (total) => isOut(ruleset, total);
  }

  /** @param {BySeat<number>} points @param {Seat[]} made */
  add(points, made) {
    for (const [seat, cost] of Object.entries(points)) this.totals[Number(seat)] += cost;
    for (const seat of made) this.contracts[seat] += 1;
    for (const seat of made) this.made[seat] += 1;
  }

  // By default a newcomer never has an advantage over any of these.
  /** @param {Seat[]} others */
  addNewcomer(others) {
    const isAlone = !others.length;
    this.contracts.push(this.startsAtOne || isAlone ? 1 : Math.min(...others.map((seat) => this.contracts[seat])));
    this.totals.push(!this.startsBehind || isAlone ? 0 : this.worstTotal(others));
    this.made.push(0);
  }

  // A player who missed rounds keeps the contracts made, and must not gain by points not taken; one who was out has
  // the highest total of the others, or one point more. Where the points of a round add up to 0, nobody's total changes. Returns the new
  // total.
  /** @param {Seat} seat @param {Seat[]} stayed */
  makeUp(seat, stayed) {
    const wasOut = this.isOut(this.totals[seat]) && !this.isZeroSum;
    if (wasOut) this.totals[seat] = (stayed.length ? this.worstTotal(stayed) : 0) + this.rejoinCosts;
    else if (this.startsBehind) this.totals[seat] = this.worstTotal([seat, ...stayed]);
    return this.totals[seat];
  }

  /** @param {Seat[]} seats */
  worstTotal(seats) {
    return this.worst(...seats.map((seat) => this.totals[seat]));
  }
}

// Points after the last round; twin of companion/rules/fold/standings.py.

// The settlement of a game; null while it goes on, or if the table ended it early.
/**
 * @param {Ruleset} ruleset @param {Outcome} outcome @param {ScoredRound[]} rounds @param {number[]} totals
 * @returns {Settlement | null}
 */
export function settlementOf({ settlement: rules }, outcome, rounds, totals) {
  if (!rules || !isOver(outcome) || outcome.code === "ended_early") return null;
  const won = roundsWon(rounds, totals.length);
  const rows = rowsOf(rules, outcome.winners, won, totals).filter(({ points }) => Object.values(points).some(Boolean));
  if (!rows.length) return null;
  /** @param {Seat} seat */
  const settled = (seat) => totals[seat] + sum(rows.map(({ points }) => points[seat]));
  return { rows, totals: bySeat([...totals.keys()], settled) };
}

// By seat, the number of rounds in which they scored, without adjustments.
/** @param {ScoredRound[]} rounds @param {number} players */
export function roundsWon(rounds, players) {
  const counted = rounds.filter((scored) => scored.counted && !scored.void);
  /** @param {ScoredRound} scored @param {Seat} seat */
  const isWon = ({ points, play }, seat) => (points[seat] ?? 0) > (play.adjustments[seat]?.points ?? 0);
  return Array.from({ length: players }, (_, seat) => counted.filter((scored) => isWon(scored, seat)).length);
}

/**
 * @param {SettlementRules} rules @param {Seat[]} winners @param {number[]} won @param {number[]} totals
 * @returns {SettlementRow[]}
 */
function rowsOf({ game, box, shutout }, winners, won, totals) {
  const seats = [...totals.keys()];
  const hasWonAll = winners.length === 1 && won.every((rounds, seat) => rounds > 0 === winners.includes(seat));
  const isShutout = hasWonAll && shutout !== "none";
  /** @param {(seat: Seat) => number} points */
  const winner = (points) => bySeat(seats, (seat) => (winners.includes(seat) ? points(seat) : 0));
  return [
    { code: "game", points: winner(() => game) },
    { code: "boxes", points: bySeat(seats, (seat) => box * won[seat]) },
    { code: "shutout", points: winner((seat) => (isShutout ? (shutout === "points" ? totals[seat] : game) : 0)) },
  ];
}

/** @param {WithEnd} ruleset */
export const lowWins = ({ end }) => end.winner !== "highest_total";
// Whether a player with this total is not dealt in any more.
/** @param {WithEnd} ruleset @param {number} total */
export const isOut = ({ end }, total) => end.when === "one_left" && total >= /** @type {number} */ (end.limit);
// Whether this player was out by their total before they came back.
/** @param {WithEnd} ruleset @param {ScoredRound[]} rounds @param {Return} comeback */
export const wasOut = (ruleset, rounds, { seat, left_after: left }) =>
  left > 0 && isOut(ruleset, rounds[left - 1].totals[seat]);
// The points that a player who was out has more than the highest total of the others.
/** @param {WithEnd} ruleset */
export const rejoinCosts = ({ end }) => (end.rejoin === "highest" ? 0 : 1);
/** @param {WithEnd} ruleset */
export const byContracts = ({ end }) => end.winner === "first_to_finish";

// The outcome after this round with these `points`; `totals`, by seat, include them.
/** @param {Played} played @param {Seat[]} made @param {number[]} totals @param {BySeat<number>} points */
export function outcomeAfter(played, made, totals, points) {
  const { ruleset, deal, play } = played;
  if (deal.playoff) return afterPlayoff(played);
  if (!deal.players.length) return outcomeOf(); // everybody has left, so nobody can win
  if (winsGame(played)) {
    return outcomeOf({ code: "won_at_once", winners: [/** @type {Seat} */ (play.went_out)], round: deal.number });
  }
  const finishers = finishersOf(ruleset, deal, made);
  if (!deal.tiebreak && !hasEnded(ruleset, deal, finishers, totals)) return outcomeOf();
  const left = deal.players.filter((seat) => !isOut(ruleset, totals[seat]));
  const candidates = byContracts(ruleset) ? finishers : left.length ? left : deal.players;
  const tied = best(ruleset, candidates, comparedPoints(ruleset, deal, totals, points));
  if (tied.length > 1) return breakTie(played, finishers, tied);
  const level = deal.tiebreak ? deal.players : [];
  return outcomeOf({ code: reason(ruleset, finishers), winners: tied, round: deal.number, finishers, tied: level });
}

// The points that decide between players who finish in one round; those who play on alone were equal before it.
/** @param {Ruleset} ruleset @param {Deal} deal @param {number[]} totals @param {BySeat<number>} points */
export function comparedPoints(ruleset, { tiebreak }, totals, points) {
  if (!byContracts(ruleset) || ruleset.end.tie_points === "with_deciding_round") return totals;
  const ofRound = totals.map((_, seat) => points[seat] ?? 0);
  return tiebreak ? ofRound : totals.map((total, seat) => total - ofRound[seat]);
}

/** @param {Ruleset} ruleset @param {Deal} deal @param {Seat[]} made */
function finishersOf({ end, contracts }, deal, made) {
  return end.when === "contract_finished" ? made.filter((seat) => deal.contracts[seat] === contracts.length) : [];
}

/** @param {Ruleset} ruleset @param {Deal} deal @param {Seat[]} finishers @param {number[]} totals */
function hasEnded(ruleset, deal, finishers, totals) {
  const { end, contracts, cards_dealt } = ruleset;
  if (end.when === "table_ends") return false;
  if (end.when === "one_left") return deal.players.filter((seat) => !isOut(ruleset, totals[seat])).length <= 1;
  if (end.when === "contract_finished") return finishers.length > 0;
  if (end.when === "rounds_played") return deal.planned >= Math.max(contracts.length, cards_dealt.length);
  return deal.players.some((seat) => totals[seat] >= /** @type {number} */ (end.limit));
}

/** @param {Ruleset} ruleset @param {Seat[]} candidates @param {number[]} totals */
function best(ruleset, candidates, totals) {
  const top = (lowWins(ruleset) ? Math.min : Math.max)(...candidates.map((seat) => totals[seat]));
  return candidates.filter((seat) => totals[seat] === top);
}

/** @param {Ruleset} ruleset @param {Seat[]} finishers @returns {Outcome["code"]} */
function reason(ruleset, finishers) {
  if (byContracts(ruleset)) return finishers.length === 1 ? "finished_first" : "fewest_points";
  if (ruleset.end.when === "one_left") return "last_left";
  if (lowWins(ruleset)) return "lowest_total";
  return ruleset.end.when === "limit_reached" ? "reached_target" : "highest_total";
}

/** @param {Played} played @param {Seat[]} finishers @param {Seat[]} tied */
function breakTie({ ruleset, deal, play }, finishers, tied) {
  const { tiebreak, when } = ruleset.end;
  const known = { round: deal.number, finishers, tied };
  if (tiebreak === "went_out_last_round" && tied.includes(/** @type {Seat} */ (play.went_out))) {
    return outcomeOf({ ...known, code: "tie_went_out", winners: [/** @type {Seat} */ (play.went_out)] });
  }
  if (tiebreak === "playoff") return outcomeOf({ ...known, code: "playoff_needed" });
  // Where the last one left wins, all who are equal are out.
  if (["play_on", "tied_play_on"].includes(tiebreak) && when !== "one_left") return outcomeOf({ finishers, tied });
  return outcomeOf({ ...known, code: "tie_shared", winners: tied });
}

// The tied players, while only they are dealt in to decide the game.
/** @param {WithEnd} ruleset @param {Outcome} outcome @returns {Seat[]} */
export function dealtInAlone({ end }, { code, tied }) {
  const playOn = code === "in_progress" && end.tiebreak === "tied_play_on";
  return playOn || code === "playoff_needed" ? tied : [];
}

// The first of the tied players to go out wins; until somebody does, they play on.
/** @param {Played} played */
function afterPlayoff({ deal: { number, players }, play }) {
  const known = { round: number, finishers: players, tied: players, playoff: true };
  if (play.went_out === null) return outcomeOf({ ...known, code: "playoff_needed" });
  return outcomeOf({ ...known, code: "tie_went_out", winners: [play.went_out] });
}

// Players who have left cannot win: the only one who stays wins, several play on, and if none stays all share the win.
/**
 * @param {Ruleset} ruleset @param {Outcome} outcome @param {BySeat<number>} left @param {number} rounds
 * @returns {Outcome}
 */
export function onceTiedHaveLeft(ruleset, outcome, left, rounds) {
  const stay = outcome.tied.filter((seat) => !(seat in left));
  if (isOver(outcome) || stay.length === outcome.tied.length) return outcome;
  if (stay.length > 1) return { ...outcome, tied: stay };
  return {
    ...outcome,
    code: stay.length ? reason(ruleset, outcome.finishers) : "tie_shared",
    winners: stay.length ? stay : outcome.tied,
    round: outcome.round ?? rounds,
    gone: outcome.tied.filter((seat) => !stay.includes(seat)),
  };
}

// The table stops early: the best of the remaining players win, by the ranking of the game.
/** @param {Ruleset} ruleset @param {number} rounds @param {Seat[]} players @param {Results} tally */
export function endedEarly(ruleset, rounds, players, tally) {
  const most = Math.max(...players.map((seat) => tally.contracts[seat]));
  const furthest = byContracts(ruleset) ? players.filter((seat) => tally.contracts[seat] === most) : [];
  const winners = best(ruleset, furthest.length ? furthest : players, tally.totals);
  const tied = winners.length > 1 ? winners : [];
  return outcomeOf({ code: "ended_early", winners, round: rounds, finishers: furthest, tied });
}

// All players in order: winners, then by contracts, then by points; players who left come last. Equals share a place.
// Where the last one left wins, whoever was out later is ahead.
/**
 * @param {Ruleset} ruleset @param {Seating} seating @param {Results} tally @param {Seat[]} winners
 * @returns {Standing[]}
 */
export function standingsOf(ruleset, { order, left }, { contracts, made, totals }, winners) {
  /** @param {Seat} seat */
  const rank = (seat) => [
    Number(!winners.includes(seat)),
    Number(seat in left),
    ruleset.end.when === "one_left" ? -(left[seat] ?? 0) : 0,
    byContracts(ruleset) ? -contracts[seat] : 0,
    lowWins(ruleset) ? totals[seat] : -totals[seat],
  ];
  /** @param {Seat} a @param {Seat} b */
  const compare = (a, b) =>
    rank(a)
      .map((part, n) => part - rank(b)[n])
      .find((part) => part) ?? 0;
  const ranked = [...order].sort(compare);
  return ranked.map((seat) => ({
    place: ranked.findIndex((other) => compare(other, seat) === 0) + 1,
    seat,
    contracts: made[seat],
    total: totals[seat],
    on: ruleset.advancing === "finish" ? contracts[seat] : null,
  }));
}
