// The open round on several pages; twin of companion/web/view_models/open_round.py.
import { isOut } from "../rules/model/play.js";
import { missing } from "../rules/judging/scoring.js";

const NAMES_OF_NUMBERS = { 11: "J", 12: "Q", 13: "K" };
export const isUncounted = (open, seat) => missing(open, seat) !== null;

export function roundFigures({ end, contracts, cards_dealt, card_values_for }, { names }, deal) {
  const movesWild = Object.keys(card_values_for).length > 0;
  return {
    number: deal.number,
    planned: deal.planned,
    is_playoff: deal.playoff,
    rounds: end.when === "rounds_played" ? Math.max(contracts.length, cards_dealt.length) : null,
    dealer: names[deal.dealer],
    leads: names[deal.leads],
    cards: deal.cards,
    ...deal.decks,
    wild: movesWild ? (NAMES_OF_NUMBERS[deal.cards] ?? String(deal.cards)) : null,
  };
}

// The progress of a hand once the round is over; empty before, in a play-off, and for the player who went out.
export function handState(open, seat, counting) {
  if (!open.over || open.deal.playoff || isOut(open.play, seat)) return "";
  if (counting.includes(seat)) return "counting";
  return isUncounted(open, seat) ? "to_count" : "counted";
}

// The seats in the lead; none before the first round is written, nor while all are level.
export function leaders({ rounds, standings, active }) {
  const first = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
  return rounds.length && first.length < active.length ? first : [];
}
