// Refusals: entries that cannot be stored; twin of companion/rules/judging/refusals.py.
import { isCountedIn } from "../model/cards.js";
import { findDoubts } from "./doubts.js";
import { BY_SEAT, dropsOf, handOf, hasSome, isAccepted, isOut, meldsOf, size } from "../model/play.js";
import { missing, onlyPoints } from "./scoring.js";
import { needsNoHands } from "../model/state.js";

// An entry that cannot be stored: a code, the seat it concerns, and figures for a sentence.
export class Refused extends Error {
  /** @type {Seat | null} */ seat = null;
  /** @type {Record<string, number>} */ numbers = {};
  /** @type {string | null} */ card = null;
  /** @type {MissingPart} */ missing = "hand";

  /** @param {Obstacle["code"]} code @param {Partial<Omit<Refused, "code">>} [known] */
  constructor(code, known) {
    super(code);
    this.code = code;
    Object.assign(this, known);
  }
}

// A round with doubts that nobody has been asked about yet.
export class Doubted extends Error {
  /** @param {Doubt[]} doubts */
  constructor(doubts) {
    super(doubts.map(({ code }) => code).join(", "));
    this.doubts = doubts;
  }
}

// The open round. Throws Refused once the game is over.
/** @param {State} state */
export function openRound(state) {
  if (!state.open) throw new Refused("game_over", { numbers: { round: state.rounds.length } });
  return state.open;
}

// Check that no round has more players than these rules allow, or than there were before. Throws Refused.
/** @param {Ruleset} ruleset @param {State} before @param {State} after */
export function checkAllHaveRoom({ most_players: most }, before, after) {
  if (mostDealtIn(after) > Math.max(most, mostDealtIn(before))) throw new Refused("table_full", { numbers: { most } });
}

/** @param {State} state */
const mostDealtIn = ({ rounds, open }) =>
  Math.max(...[...rounds, ...(open ? [open] : [])].map(({ deal }) => deal.players.length));

/** @param {State} state @param {Seat[]} seats */
export function checkDealtIn(state, ...seats) {
  checkSeats(openRound(state).deal, seats);
}

/** @param {Deal} deal @param {Seat[]} seats */
function checkSeats(deal, seats) {
  const stranger = seats.find((seat) => !deal.players.includes(seat));
  if (stranger !== undefined) throw new Refused("unknown_player", { seat: stranger });
}

// Check that these leftovers can be stored. Throws Refused.
/**
 * @param {Deal} deal @param {Seat} seat @param {Hand} cards @param {CountedPart} part
 * @param {number | null} [buys]
 */
export function checkHand(deal, seat, cards, part, buys) {
  const points = onlyPoints({ deal }) ? 0 : (cards.points ?? 0);
  /** @type {[name: string, count: number][]} */
  const counts = [...Object.entries(cards.cards ?? {}), ["points", points], ["buys", buys ?? 0]];
  for (const [card, count] of counts) {
    if (count < 0) throw new Refused("negative_count", { seat, numbers: { count }, card });
  }
  const unknown = Object.keys(cards.cards ?? {}).find((name) => !isCountedIn(deal.values, name, part));
  if (unknown !== undefined) throw new Refused("unknown_card", { seat, card: unknown });
}

// Check that a card of this rank can be turned up. Throws Refused.
/** @param {Ruleset} ruleset @param {string | null} rank */
export function checkTurnedUp({ pack }, rank) {
  if (rank !== null && !pack.ranks.includes(rank)) throw new Refused("unknown_card", { card: rank });
}

// Check the answer for a total that leaves open whether its player is down. Throws Refused.
/** @param {Deal} deal @param {HandCounted} count */
export const downOrNot = (deal, { seat, hand }) =>
  new Refused(seat in deal.contracts ? "down_or_not" : "opened_or_not", {
    seat,
    numbers: {
      points: /** @type {number} */ (hand.points),
      ...(seat in deal.contracts && { contract: deal.contracts[seat] }),
    },
  });

// Check that a round can be written down. Throws Refused or Doubted.
/** @param {Played} played @param {Answer[]} accepted */
export function checkRound(played, accepted) {
  checkPlay(played);
  const open = findDoubts(played).filter((found) => !isAccepted(accepted, found));
  if (open.length) throw new Doubted(open);
}

// Check that a round can be scored at all. Throws Refused.
/** @param {Played} played */
export function checkPlay(played) {
  const { deal, play } = played;
  const { laid_down, went_out, buys } = play;
  checkTurnedUp(played.ruleset, play.turned_up ?? null);
  const rows = [...BY_SEAT.map((part) => play[part]), dropsOf(play)];
  const said = [laid_down, ...rows.map(Object.keys)].flat().map(Number);
  said.sort((a, b) => a - b);
  checkSeats(deal, said);
  if (went_out !== null) checkOut(played, went_out);
  for (const seat of deal.players) {
    checkHand(deal, seat, handOf(play, seat), "held", buys[seat]);
    checkHand(deal, seat, meldsOf(play, seat), "melded");
  }
  if (needsNoHands(played)) return;
  for (const seat of deal.players) {
    const what = missing(played, seat);
    if (what) throw new Refused("blank_hand", { seat, missing: what });
  }
}

/** @param {Played} played @param {Seat} seat */
function checkOut({ deal, play }, seat) {
  checkSeats(deal, [seat]);
  if (seat in deal.contracts && !play.laid_down.includes(seat)) {
    throw new Refused("out_without_contract", { seat, numbers: { contract: deal.contracts[seat] } });
  }
  if (seat in dropsOf(play)) throw new Refused("out_and_dropped", { seat });
  const held = handOf(play, seat);
  if (isOut(play, seat) && hasSome(held))
    throw new Refused("out_with_cards", { seat, numbers: { cards: size(held) ?? 0 } });
}
