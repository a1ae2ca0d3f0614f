// Who went out is asked.
import { outView } from "../views/table.js";
import { wentOut } from "./table.js";

export function outPlace({ game, tap, go }) {
  return {
    name: "out",
    address: /^out$/,
    model: () => outView(game.fold),
    step: ({ submitter }) => (submitter?.name === "out" ? () => wentOut({ game, tap, go }, submitter.value) : null),
    // Who went rummy is asked by a box that the server reads.
    mayGo: () => Boolean(game.mayScore && game.state.open && !game.ruleset.rummy_doubles),
  };
}
