// Who won. The page of the winner with all that belongs to it is the server's, and stands here as soon as that knows
// of everything.
import { wonView } from "../views/won_view.js";

const REACHED = [null, "memory"]; // a browser that keeps nothing has sent it all the same

export function wonPlace({ game, drawings, leave }) {
  let leaving = null;

  // Where that cannot be, the next change tries again; drawn it is all the same.
  function leaveOnceSent() {
    const isSent = !game.state.open && !game.waiting && REACHED.includes(game.trouble);
    if (isSent) leaving ??= leave("final").finally(() => (leaving = null));
    return false;
  }

  // Why the page of the server does not stand here; blank while it is on its way.
  function waitsFor() {
    if (game.questions.length || game.lost.length) return "question";
    return REACHED.includes(game.trouble) && !game.waiting ? "" : "connection";
  }

  return {
    name: "won",
    address: /^final$/,
    model: () => ({
      ...wonView(game.fold, { mayScore: game.mayScore, title: game.state.title ?? drawings.title }),
      waits_for: waitsFor(),
      may_score: Boolean(game.mayScore),
    }),
    mayGo: () => !game.state.open,
    opened: leaveOnceSent,
    heard: leaveOnceSent,
  };
}
