// Contracts and totals of all players; twin of companion/rules/fold/standings.py.
import { SCHEMES } from "../judging/scoring.js";
import { isOut, lowWins } from "./standings.js";

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
  // a point more than the others. Where the points of a round add up to 0, nobody's total changes. Returns the new
  // total.
  /** @param {Seat} seat @param {Seat[]} stayed */
  makeUp(seat, stayed) {
    const wasOut = this.isOut(this.totals[seat]) && !this.isZeroSum;
    if (wasOut) this.totals[seat] = (stayed.length ? this.worstTotal(stayed) : 0) + 1;
    else if (this.startsBehind) this.totals[seat] = this.worstTotal([seat, ...stayed]);
    return this.totals[seat];
  }

  /** @param {Seat[]} seats */
  worstTotal(seats) {
    return this.worst(...seats.map((seat) => this.totals[seat]));
  }
}
