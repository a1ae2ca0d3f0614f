// The view model of the review; twin of web/pages/counting/review_view.py.
import { lostIn } from "../rules/fold/entries.js";
import { after } from "../rules/fold/replay.js";
import { isOutOfTheGame } from "../rules/fold/standings.js";
import { findDoubts } from "../rules/judging/doubts.js";
import { checkPlay, Refused } from "../rules/judging/refusals.js";
import { meldsScore, roundTerms } from "../rules/judging/scoring.js";
import { bySeat, handPoints, sum } from "../rules/model/cards.js";
import { dropsOf, handOf, isBlank, isOut, size } from "../rules/model/play.js";
import { namedEnding, needsNoHands } from "../rules/model/state.js";
import { lastStep } from "./open_round.js";

// The open round as it would be scored; nothing is stored. `counting` are the hands that other phones have open.
/** @param {Fold} fold @param {{ counting?: Seat[] }} [page] @returns {ReviewHere} */
export function reviewView(fold, { counting = [] } = {}) {
  const { ruleset, state } = fold;
  const open = /** @type {OpenRound} */ (state.open);
  const { deal, play } = open;
  const played = { ruleset, deal, play };
  const written = after(fold, { kind: "round_scored", accepted: [], ...lostIn(ruleset, open) });
  const scored = /** @type {ScoredRound} */ (written.state.rounds.at(-1));
  const obstacle = obstacleOf(played, state.names);
  const asked = obstacle ? [] : findDoubts(played).map((doubt) => question(played, state.names, doubt));
  const known = { state, played, scored, sums: sumsOf(ruleset, scored), asked, obstacle };
  return {
    number: deal.number,
    version: state.version,
    rows: deal.players.map((seat) => row(known, seat)),
    is_void: scored.void,
    is_playoff: deal.playoff,
    lacks_wild: !scored.void && lacksWild(played),
    asked,
    writing: writing(asked),
    questions: asked.filter(({ doubt }) => doubt.seat === null),
    obstacle,
    whole: obstacle?.fix === null ? obstacle : null,
    counting: deal.players
      .filter((seat) => counting.includes(seat))
      .map((seat) => ({ seat, name: state.names[seat] })),
    undo: lastStep(state),
  };
}

// Plainly, without doubts; only “gin or knock?” is answered by a word of its own.
/** @param {Question[]} asked @returns {ReviewView["writing"]} */
function writing(asked) {
  if (!asked.length) return "plainly";
  return asked.every(({ doubt }) => doubt.code === "knocked_without_deadwood") ? "as_knock" : "anyway";
}

// Whether cards were counted without the wild rank that this game draws.
/** @param {Played} played */
const lacksWild = ({ ruleset, deal, play }) =>
  ruleset.draws_wild && deal.wild === null && Object.values(play.hands).some((hand) => (size(hand) ?? 0) > 0);

/** @param {string[]} names @param {Seat | null} seat */
const nameOf = (names, seat) => (seat === null ? null : names[seat]);

/** @param {Played} played @param {string[]} names @param {Doubt} doubt @returns {Question} */
function question(played, names, doubt) {
  const { code, seat } = doubt;
  return { doubt, name: nameOf(names, seat), fix: fixOf(played, doubt), answer: `${code}:${seat ?? ""}` };
}

// Why the round cannot be written down yet, and the page for it; null if it can.
/** @param {Played} played @param {string[]} names @returns {Obstacle | null} */
function obstacleOf(played, names) {
  try {
    checkPlay(played);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, seat, numbers, card, missing } = error;
    return { code, seat, name: nameOf(names, seat), numbers, card, missing, fix: fix(played, seat) };
  }
  return null;
}

/** @param {Reviewed} known @param {Seat} seat @returns {ReviewRow} */
function row({ state, played, scored, sums, asked, obstacle }, seat) {
  const { deal, play } = played;
  const isToCount = isBlank(handOf(play, seat)) && !scored.void && !needsNoHands(played);
  const points = isToCount ? null : scored.points[seat];
  const total = scored.counted ? scored.totals[seat] : state.totals[seat] + (points ?? 0);
  return {
    seat,
    name: state.names[seat],
    went_out: seat === play.went_out,
    ending: seat === play.went_out ? namedEnding(played.ruleset, play) : null,
    deadwood: play.ending && !isBlank(handOf(play, seat)) ? handPoints(deal.values, handOf(play, seat)) : null,
    is_counted: played.ruleset.lost_lives === null && isCounted(played, seat),
    number: deal.contracts[seat] ?? null,
    made: play.laid_down.includes(seat),
    points,
    sum: isToCount ? "" : sums[seat],
    total,
    is_out: isOutOfTheGame(played.ruleset, total),
    adjustment: play.adjustments[seat] ?? null,
    drop: dropsOf(play)[seat] ?? null,
    questions: asked.filter(({ doubt }) => doubt.seat === seat),
    obstacle: obstacle?.fix === seat ? obstacle : null,
  };
}

// A doubt about the whole round is fixed at its first hand, if not by the question who went out.
/** @param {Played} played @param {Doubt} doubt @returns {Seat | null} */
function fixOf(played, { code, seat }) {
  if (code === "nobody_out") return null;
  if (seat !== null) return fix(played, seat);
  return /** @type {Seat} */ (played.deal.players.find((player) => player !== played.play.went_out));
}

// The hand of the player who went out is not counted: its link leads to the question who that was.
/** @param {Played} played @param {Seat | null} seat */
const fix = (played, seat) => (seat === null || isCounted(played, seat) ? seat : null);

// The player who went out has no leftovers, but their melds may score.
/** @param {Played} played @param {Seat} seat */
const isCounted = ({ deal, play }, seat) => !isOut(play, seat) || meldsScore({ deal });

// The left side of the sum of each player: 24 − 15; blank for a single number, and where a limit cuts the sum off.
// Twin of web/view_models/sums.py.
/** @param {Ruleset} ruleset @param {ScoredRound} scored @returns {BySeat<string>} */
function sumsOf(ruleset, scored) {
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
