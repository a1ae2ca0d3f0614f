// Points after the last round; twin of companion/rules/fold/standings.py.
import { bySeat, sum } from "../model/cards.js";
import { isOver } from "../model/state.js";

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
