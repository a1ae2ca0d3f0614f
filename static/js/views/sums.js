// How the points of a round add up; twin of web/view_models/sums.py.
import { roundTerms } from "../rules/judging/scoring.js";
import { bySeat, sum } from "../rules/model/cards.js";

// The left side of the sum of each player: 24 − 15; blank for a single number, and where a limit cuts the sum off.
/** @param {Ruleset} ruleset @param {ScoredRound} scored @returns {BySeat<string>} */
export function sumsOf(ruleset, scored) {
  const { players } = scored.deal;
  if (scored.void) return bySeat(players, () => "");
  const terms = roundTerms({ ruleset, ...scored });
  return bySeat(players, (seat) => addedUp(terms[seat].filter(Boolean), scored.points[seat]));
}

/** @param {number[]} terms @param {number} points */
function addedUp(terms, points) {
  if (terms.length < 2 || sum(terms) !== points) return "";
  return terms.join(" + ").replaceAll("+ -", "− ").replace("-", "−");
}
