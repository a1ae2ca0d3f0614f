// Two phones name different people as the one who went out.
import { mayStayDown } from "../sync/conflict.js";

/** @param {PlacePage} page @returns {Place} */
export function twoOutPlace({ game, go }) {
  const find = () => game.questions.find(({ matter }) => matter.kind === "two_out");

  const openRound = () => /** @type {OpenRound} */ (game.server.state.open);

  function model() {
    const { by = "", at, commands, ...question } = /** @type {WaitingQuestion} */ (find());
    const matter = /** @type {TwoOut} */ (question.matter);
    const { version } = game.server.state;
    /** @type {Claim[]} */ const both = [
      { whose: "theirs", said: matter.theirs, other: matter.mine, rests: [], by, at },
      { whose: "mine", said: matter.mine, other: matter.theirs, rests: commands, by: "", at: commands[0].made },
    ];
    const claims = both.map(claim);
    const lines = game.linesOf(commands, matter);
    return {
      round: openRound().deal.number,
      version,
      claims,
      undo: game.canUndo(matter.sequence) ? matter.sequence : null,
      stay_down: both.every(({ other }, n) => other.seat === null || claims[n].stays_down !== null),
      lines,
      count: lines.length > 1 ? lines.length : 0, // the claim itself is one of them
    };
  }

  /** @param {Claim} claim */
  function claim({ whose, said: { seat, went_rummy, ending = null }, other, rests, by, at }) {
    const { names } = game.server.state;
    const { deal, play } = openRound();
    return {
      whose,
      seat,
      by,
      at,
      went_rummy,
      ending,
      answer: String(seat ?? "nobody"),
      name: seat === null ? "" : names[seat],
      number: deal.contracts[seat] ?? null,
      is_down: game.state.open?.play.laid_down.includes(seat) || play.laid_down.includes(seat),
      stays_down: mayStayDown(game.server, rests, other.seat) ? other.seat : null,
    };
  }

  // Go to the hands, or back to the table if nobody is out.
  /** @param {FormSubmit} event */
  function step({ submitter }) {
    const whose = submitter?.dataset.whose;
    const question = find();
    if (!whose || !question) return null;
    return () => game.answer(question.tap, whose).kept && go(whose === "neither" ? "" : "count/");
  }

  return { name: "two_out", address: /^out\/twice$/, model, step, mayGo: () => Boolean(game.mayScore && find()) };
}
