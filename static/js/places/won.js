// The winner. The server's page with all details replaces this view once the server has the whole game.
import { wonView } from "../views/won_view.js";

const REACHED = [null, "memory"]; // without storage it has been sent all the same

/** @param {PlacePage} page @returns {Place} */
export function wonPlace({ game, drawings, leave }) {
  /** @type {Promise<unknown> | null} */ let leaving = null;

  // On failure the next change retries; the view is drawn anyway.
  function leaveOnceSent() {
    const isSent = !game.state.open && !game.waiting && REACHED.includes(game.trouble);
    if (isSent) leaving ??= leave("final").finally(() => (leaving = null));
    return false;
  }

  // The reason why the page of the server is not displayed; blank while it is loading.
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
