// A player's own page.
import { ownPage } from "../views/seating.js";
import { endOf, isEnd, marking } from "./table.js";

/** @param {PlacePage} page @returns {Place} */
export function seatPlace(page) {
  const { game } = page;

  /** @param {Seat} seat */
  function model(seat) {
    const { mayScore, counting, isOther } = game;
    const view = ownPage(game.fold, seat, { mayScore, counting, isOther });
    const hands = view.hands.map((hand) => ({ ...hand, phone: game.phoneAt(hand.seat) }));
    return { ...view, hands, counted_by: game.phoneAt(seat)?.words };
  }

  /** @param {HTMLButtonElement} button */
  function end(button) {
    page.say();
    page.tap(endOf(button));
  }

  return {
    name: "seat",
    address: /^seat\/(\d+)$/,
    model,
    mayGo: (seat) => Boolean(game.state.open?.deal.players.includes(seat)),
    step({ target, submitter }) {
      if (target.id !== "marks") return null;
      return isEnd(submitter) ? () => end(submitter) : marking(page, submitter);
    },
  };
}
