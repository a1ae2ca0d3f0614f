// Places, the winner, the tie-break and the reason; twin of companion/rules/fold/standings.py.
import { SCHEMES } from "../judging/scoring.js";
import { bySeat, seatsOf, sum } from "../model/cards.js";
import { gamesOf, isOver, outcomeOf, winsGame } from "../model/state.js";

// Contracts and totals of all players; twin of companion/rules/fold/standings.py.

// By seat: the number of the current contract, and the numbers of contracts made and of drops. `games` are scored at
// once; most are alone.
export class Tally {
  /** @param {Ruleset} ruleset @param {number} players */
  constructor(ruleset, players) {
    /** @type {number[]} */
    this.contracts = Array(players).fill(1);
    /** @type {number[]} */
    this.made = Array(players).fill(0);
    /** @type {BySeat<number>} */
    this.drops = {};
    /** @returns {number[]} */
    const each = (value = 0) => Array(players).fill(value);
    this.games = Array.from({ length: gamesOf(ruleset) }, (_, n) => ({ totals: each(), won: each(), wait: each(n) }));
    this.limit = ruleset.end.limit;
    this.startsAtOne = ruleset.joining === "start_at_one";
    this.isZeroSum = Boolean(SCHEMES[ruleset.scoring].isZeroSum);
    this.startsBehind = !this.startsAtOne && !this.isZeroSum;
    this.worst = lowWins(ruleset) ? Math.max : Math.min;
    /** @param {number} total */
    this.isOut = (total) => isOutOfTheGame(ruleset, total);
  }

  get totals() {
    return totalsOf(this.games);
  }

  /** @param {BySeat<number>} points @param {Seat[]} made @param {Seat[]} winners @param {Seat[]} dropped */
  add(points, made, winners, dropped) {
    this.games = gamesAfter(this.games, points, winners, this.limit);
    for (const seat of made) this.contracts[seat] += 1;
    for (const seat of made) this.made[seat] += 1;
    for (const seat of dropped) this.drops[seat] = (this.drops[seat] ?? 0) + 1;
  }

  // By default a newcomer never has an advantage over any of these.
  /** @param {Seat[]} others */
  addNewcomer(others) {
    const isAlone = !others.length;
    this.contracts.push(this.startsAtOne || isAlone ? 1 : Math.min(...others.map((seat) => this.contracts[seat])));
    const behind = this.startsBehind ? others : [];
    this.games = this.games.map(({ totals, won, wait }, number) => ({
      totals: [...totals, this.worstTotal({ totals }, behind)],
      won: [...won, 0],
      wait: [...wait, number],
    }));
    this.made.push(0);
  }

  // A player who missed rounds keeps the contracts made, and must not gain by points not taken; one who was out has
  // the highest total of the others, and `returnCosts` more. Where the points of a round add up to 0, no total
  // changes. Returns the new total.
  /** @param {Seat} seat @param {Seat[]} stayed @param {number} returnCosts */
  makeUp(seat, stayed, returnCosts) {
    const wasOut = this.isOut(this.totals[seat]) && !this.isZeroSum;
    const [others, costs] = wasOut ? [stayed, returnCosts] : [[seat, ...stayed], 0];
    /** @param {GameScore} game */
    const behind = (game) => {
      const total = this.worstTotal(game, others) + costs;
      return { ...game, totals: game.totals.map((before, of) => (of === seat ? total : before)) };
    };
    if (wasOut || this.startsBehind) this.games = this.games.map(behind);
    return this.totals[seat];
  }

  // The worst total of these players; 0 if there are none.
  /** @param {Pick<GameScore, "totals">} game @param {Seat[]} seats */
  worstTotal({ totals }, seats) {
    return seats.length ? this.worst(...seats.map((seat) => totals[seat])) : 0;
  }
}

// The games after a round; of several, those in which somebody reached the limit are over. The next round won by a
// player who was shut out in one counts in the next game too.
/** @param {GameScore[]} games @param {BySeat<number>} points @param {Seat[]} winners @param {number | null} limit */
function gamesAfter(games, points, winners, limit) {
  const seats = seatsOf(points);
  const isClosed = (/** @type {GameScore} */ game) => games.length > 1 && isGameOver(game, seats, limit);
  const after = games.map((game) => (isClosed(game) ? game : gameAfter(game, points, winners)));
  return after.map((game, number) => {
    const closing = after.slice(0, number).filter((before, earlier) => isClosed(before) && !isClosed(games[earlier]));
    return closing.reduce(soonerThan, game);
  });
}

// The game in which those who were shut out in an earlier one wait for a round less.
/** @param {GameScore} game @param {GameScore} shut @returns {GameScore} */
const soonerThan = (game, { won }) => ({
  ...game,
  wait: game.wait.map((rounds, seat) => (won[seat] ? rounds : Math.max(rounds - 1, 0))),
});

/** @param {GameScore} game @param {Seat[]} seats @param {number | null} limit */
const isGameOver = ({ totals }, seats, limit) => seats.some((seat) => totals[seat] >= /** @type {number} */ (limit));

// Rounds that players win do not count in a game while they wait.
/** @param {GameScore} game @param {BySeat<number>} points @param {Seat[]} winners @returns {GameScore} */
function gameAfter({ totals, won, wait }, points, winners) {
  /** @param {Seat} seat */
  const wins = (seat) => Number(winners.includes(seat));
  return {
    totals: totals.map((total, seat) => total + (wait[seat] ? 0 : (points[seat] ?? 0))),
    won: won.map((rounds, seat) => rounds + (wait[seat] ? 0 : wins(seat))),
    wait: wait.map((rounds, seat) => Math.max(rounds - wins(seat), 0)),
  };
}

// The points of each player in all games.
/** @param {GameScore[]} games */
const totalsOf = (games) => games[0].totals.map((_, seat) => sum(games.map(({ totals }) => totals[seat])));

// Points after the last round; twin of companion/rules/fold/standings.py.

// The settlement of a game; null while it goes on, or if the table ended it early.
/** @param {Ruleset} ruleset @param {Outcome} outcome @param {GameScore[]} games @returns {Settlement | null} */
export function settlementOf(ruleset, outcome, games) {
  if (!ruleset.settlement || !isOver(outcome) || outcome.code === "ended_early") return null;
  return games.length > 1 ? settledApart(ruleset, games) : settled(ruleset, games, [outcome.winners]);
}

// Each of several games is won by the best in it.
/** @param {Ruleset} ruleset @param {GameScore[]} games */
function settledApart(ruleset, games) {
  const winners = games.map(({ totals }) => best(ruleset, [...totals.keys()], totals));
  return settled(ruleset, games, winners);
}

/** @param {Ruleset} ruleset @param {GameScore[]} games @param {Seat[][]} winners @returns {Settlement | null} */
function settled({ settlement }, games, winners) {
  const rules = /** @type {SettlementRules} */ (settlement);
  const added = games.map((game, n) => rowsOf(rules, winners[n], game));
  const codes = /** @type {SettlementRow["code"][]} */ (Object.keys(added[0]));
  const rows = codes.map((code) => ({ code, ...together(added.map((of) => of[code])) }));
  const scored = rows.filter(({ points }) => Object.values(points).some(Boolean));
  /** @param {GameScore} game @param {number} n */
  const final = ({ totals }, n) => totals.map((total, seat) => total + sum(codes.map((code) => added[n][code][seat])));
  const { points: totals, games: each } = together(games.map(final));
  return scored.length ? { rows: scored, totals, games: each } : null;
}

// The points of each player together, and in each of several games.
/** @param {number[][]} inGames */
function together(inGames) {
  const seats = [...inGames[0].keys()];
  /** @param {Seat} seat */
  const each = (seat) => inGames.map((of) => of[seat]);
  return { points: bySeat(seats, (seat) => sum(each(seat))), games: inGames.length > 1 ? bySeat(seats, each) : {} };
}

// The players who scored in a round, without adjustments.
/** @param {BySeat<number>} points @param {RoundPlay} play */
export function roundWinners(points, { adjustments }) {
  const seats = seatsOf(points);
  return seats.filter((seat) => points[seat] > (adjustments[seat]?.points ?? 0));
}

// By seat, the number of rounds in which they scored, without adjustments.
/** @param {ScoredRound[]} rounds @param {number} players */
export function roundsWon(rounds, players) {
  const counted = rounds.filter((scored) => scored.counted && !scored.void);
  const won = counted.flatMap(({ points, play }) => roundWinners(points, play));
  return Array.from({ length: players }, (_, seat) => won.filter((winner) => winner === seat).length);
}

// The points of each player by code, in one game.
/** @param {SettlementRules} rules @param {Seat[]} winners @param {GameScore} game */
function rowsOf({ game, box, shutout }, winners, { totals, won }) {
  const hasWonAll = winners.length === 1 && won.every((rounds, seat) => rounds > 0 === winners.includes(seat));
  const isShutout = hasWonAll && shutout !== "none";
  /** @param {(seat: Seat) => number} points */
  const winner = (points) => totals.map((_, seat) => (winners.includes(seat) ? points(seat) : 0));
  return {
    game: winner(() => game),
    boxes: won.map((rounds) => box * rounds),
    shutout: winner((seat) => (isShutout ? (shutout === "points" ? totals[seat] : game) : 0)),
  };
}

/** @param {WithEnd} ruleset */
export const lowWins = ({ end }) => end.winner !== "highest_total";
// Whether a player with this total is not dealt in any more.
/** @param {WithEnd} ruleset @param {number} total */
export const isOutOfTheGame = ({ end }, total) =>
  end.when === "one_left" && total >= /** @type {number} */ (end.limit);
// Whether this player was out by their total before they came back.
/** @param {WithEnd} ruleset @param {ScoredRound[]} rounds @param {Return} comeback */
export const wasOut = (ruleset, rounds, { seat, left_after: left }) =>
  left > 0 && isOutOfTheGame(ruleset, rounds[left - 1].totals[seat]);
// The points that a player who was out has more than the highest total of the others.
/** @param {WithEnd} ruleset */
export const rejoinCosts = ({ end }) => (end.rejoin === "highest" ? 0 : 1);
/** @param {WithEnd} ruleset */
export const byContracts = ({ end }) => end.winner === "first_to_finish";

// The outcome after this round with these `points`, which the `games` include.
/** @param {Played} played @param {Seat[]} made @param {GameScore[]} games @param {BySeat<number>} points */
export function outcomeAfter(played, made, games, points) {
  const { ruleset, deal, play } = played;
  if (deal.playoff) return afterPlayoff(played);
  if (!deal.players.length) return outcomeOf(); // everybody has left, so nobody can win
  if (winsGame(played)) {
    return outcomeOf({ code: "won_at_once", winners: [/** @type {Seat} */ (play.went_out)], round: deal.number });
  }
  const finishers = finishersOf(ruleset, deal, made);
  if (!deal.tiebreak && !hasEnded(ruleset, deal, finishers, games)) return outcomeOf();
  const totals = finalTotals(ruleset, games);
  const left = byContracts(ruleset)
    ? finishers
    : deal.players.filter((seat) => !isOutOfTheGame(ruleset, totals[seat]));
  const candidates = left.length ? left : deal.players;
  const tied = best(ruleset, candidates, comparedPoints(ruleset, deal, totals, points));
  if (tied.length > 1) return breakTie(played, finishers, tied);
  const level = deal.tiebreak ? deal.players : [];
  return outcomeOf({ code: reason(ruleset, finishers), winners: tied, round: deal.number, finishers, tied: level });
}

// The totals that decide: those of a single game, or of several with what is added to each.
/** @param {Ruleset} ruleset @param {GameScore[]} games */
function finalTotals(ruleset, games) {
  const apart = games.length > 1 ? settledApart(ruleset, games) : null;
  return apart ? Object.values(apart.totals) : totalsOf(games);
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

/** @param {Ruleset} ruleset @param {Deal} deal @param {Seat[]} finishers @param {GameScore[]} games */
function hasEnded(ruleset, deal, finishers, games) {
  const { end, contracts, cards_dealt } = ruleset;
  if (end.when === "table_ends") return false;
  const totals = totalsOf(games);
  if (end.when === "one_left")
    return deal.players.filter((seat) => !isOutOfTheGame(ruleset, totals[seat])).length <= 1;
  if (end.when === "contract_finished") return finishers.length > 0;
  if (end.when === "rounds_played") return deal.planned >= Math.max(contracts.length, cards_dealt.length);
  return games.every((game) => isGameOver(game, deal.players, end.limit));
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
  return ruleset.end.when === "limit_reached" && gamesOf(ruleset) === 1 ? "reached_target" : "highest_total";
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
// Where the last one left wins, whoever was out later is ahead. Once points are settled their totals rank.
/**
 * @param {Ruleset} ruleset @param {Seating} seating @param {Results} tally @param {Seat[]} winners
 * @param {State["settlement"]} settlement @returns {Standing[]}
 */
export function standingsOf(ruleset, { order, left }, { contracts, made, totals }, winners, settlement) {
  const [best, points] = settlement ? [/** @type {Seat[]} */ ([]), settlement.totals] : [winners, totals];
  /** @param {Seat} seat */
  const rank = (seat) => [
    Number(!best.includes(seat)),
    Number(seat in left),
    ruleset.end.when === "one_left" ? -(left[seat] ?? 0) : 0,
    byContracts(ruleset) ? -contracts[seat] : 0,
    lowWins(ruleset) ? points[seat] : -points[seat],
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
