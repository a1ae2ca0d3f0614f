// The question who went out.
import { outView } from "../views/table.js";
import { isEnd, wentOut } from "./table.js";

/** @param {PlacePage} page @returns {Place} */
export function outPlace({ game, tap, go, isAt }) {
  return {
    name: "out",
    address: /^out$/,
    model: () => outView(game.fold),
    step: ({ submitter }) => (isEnd(submitter) ? () => wentOut({ game, tap, go, isAt }, submitter) : null),
    // Going rummy is asked by a checkbox, which the server reads.
    mayGo: () => Boolean(game.mayScore && game.state.open && !game.ruleset.rummy_doubles),
  };
}
