// How the points of a round add up; twin of web/view_models/sums.py.
import { roundTerms } from "../rules/judging/scoring.js";
import { sum } from "../rules/model/cards.js";

// The left side of the sum of this player: 24 − 15; blank for a single number, and where a limit cuts the sum off.
/** @param {Ruleset} ruleset @param {ScoredRound} scored @param {Seat} seat */
export function sumOf(ruleset, scored, seat) {
  const terms = scored.void ? [] : roundTerms({ ruleset, ...scored })[seat].filter(Boolean);
  if (terms.length < 2 || sum(terms) !== scored.points[seat]) return "";
  return terms.join(" + ").replaceAll("+ -", "− ").replace("-", "−");
}
