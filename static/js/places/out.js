// Who went out is asked.
import { outView } from "../views/table.js";

export function outPlace({ game }) {
  return {
    name: "out",
    address: /^out$/,
    model: () => outView(game.fold),
    // Who went rummy is asked by a box that the server reads.
    mayGo: () => Boolean(game.mayScore && game.state.open && !game.ruleset.rummy_doubles),
  };
}
