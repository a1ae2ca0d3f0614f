// The open round on several pages; twin of web/view_models/open_round.py.
import { missing } from "../rules/judging/scoring.js";
import { dropsOf, isOut } from "../rules/model/play.js";

/** @param {OpenRound} open @param {Seat} seat */
export const isUncounted = (open, seat) => missing(open, seat) !== null;

/** @param {Ruleset} ruleset @param {Pick<State, "names">} state @param {Deal} deal @returns {RoundFigures} */
export function roundFigures({ end, contracts, cards_dealt }, { names }, deal) {
  const planned = Math.max(contracts.length, cards_dealt.length);
  return {
    number: deal.number,
    planned: deal.planned,
    is_playoff: deal.playoff,
    rounds: end.when === "rounds_played" && deal.planned <= planned ? planned : null,
    dealer: names[deal.dealer],
    leads: names[deal.leads],
    cards: deal.cards,
    ...deal.decks,
    wild: deal.wild,
  };
}

// The progress of a hand once the round is over; empty before, in a play-off, and for players without a hand to count.
/** @param {OpenRound} open @param {Seat} seat @param {Seat[]} counting @returns {SeatAtTable["hand"]} */
export function handState(open, seat, counting) {
  const { play } = open;
  if (!open.over || open.deal.playoff || isOut(play, seat) || seat in dropsOf(play)) return "";
  if (counting.includes(seat)) return "counting";
  return isUncounted(open, seat) ? "to_count" : "counted";
}

// Whether the wild rank can be named or changed: until a hand is counted by it.
/** @param {Ruleset} ruleset @param {OpenRound} open */
export const mayDrawWild = ({ draws_wild: drawsWild }, { deal, play }) =>
  drawsWild && !deal.playoff && !Object.keys(play.hands).length;

// The seats in the lead; none before the first round is written, nor while all are level.
/** @param {State} state @returns {Seat[]} */
export function leaders({ rounds, standings, active }) {
  const first = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
  return rounds.length && first.length < active.length ? first : [];
}
