// Who won. The page of the winner with all that belongs to it is the server's, and stands here as soon as that knows of everything.
import { wonView } from "../views/won.js";

export function wonPlace({ game, drawings, leave }) {
  let isLeaving = false;

  function leaveOnceSent() {
    isLeaving ||= !game.state.open && !game.waiting && game.trouble === null;
    if (isLeaving) leave("final");
    return isLeaving;
  }

  return {
    name: "won",
    address: /^final$/,
    model: () => wonView(game.fold, { mayScore: game.mayScore, title: game.state.title ?? drawings.title }),
    mayGo: () => !game.state.open,
    opened: leaveOnceSent,
    heard: leaveOnceSent,
    left: () => (isLeaving = false),
  };
}
