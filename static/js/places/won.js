// The winner. The server's page with all details replaces this view once the server has the whole game.
import { wonView } from "../views/won_view.js";

const REACHED = [null, "memory"]; // without storage it has been sent all the same

export function wonPlace({ game, drawings, leave }) {
  let leaving = null;

  // On failure the next change retries; the view is drawn anyway.
  function leaveOnceSent() {
    const isSent = !game.state.open && !game.waiting && REACHED.includes(game.trouble);
    if (isSent) leaving ??= leave("final").finally(() => (leaving = null));
    return false;
  }

  return {
    name: "won",
    address: /^final$/,
    model: () => wonView(game.fold, { mayScore: game.mayScore, title: game.state.title ?? drawings.title }),
    mayGo: () => !game.state.open,
    opened: leaveOnceSent,
    heard: leaveOnceSent,
  };
}
