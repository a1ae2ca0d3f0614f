// Two phones name different people as the one who went out.
export function twoOutPlace({ game, go }) {
  const find = () => game.questions.find(({ matter }) => matter.kind === "two_out");

  function model() {
    const { by = "", at, matter, commands } = find();
    const { open, version } = game.server.state;
    const both = [
      { whose: "theirs", said: matter.theirs, other: matter.mine, by, at },
      { whose: "mine", said: matter.mine, other: matter.theirs, by: "", at: commands[0].made },
    ];
    return {
      round: open.deal.number,
      version,
      claims: both.map(claim),
      undo: game.canUndo(matter.sequence) ? matter.sequence : null,
      has_contracts: Object.keys(open.deal.contracts).length > 0,
    };
  }

  function claim({ whose, said: { seat, went_rummy }, other, by, at }) {
    const { names, open } = game.server.state;
    const { deal, play } = open;
    return {
      whose,
      seat,
      by,
      at,
      went_rummy,
      answer: String(seat ?? "nobody"),
      name: seat === null ? "" : names[seat],
      number: deal.contracts[seat] ?? null,
      is_down: game.state.open.play.laid_down.includes(seat) || play.laid_down.includes(seat),
      stays_down: other.seat in deal.contracts ? other.seat : null,
    };
  }

  // Go to the hands, or back to the table if nobody is out.
  function step({ submitter }) {
    const whose = submitter?.dataset.whose;
    const question = find();
    if (!whose || !question) return null;
    return () => game.answer(question.tap, whose).kept && go(whose === "neither" ? "" : "count/");
  }

  return { name: "two_out", address: /^out\/twice$/, model, step, mayGo: () => Boolean(game.mayScore && find()) };
}
