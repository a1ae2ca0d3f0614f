// Melds score for their player; twin of companion/rules/judging/scoring.py.
import { handPoints } from "../../model/card_points.js";
import { handOf, isBlank, meldsOf } from "../../model/play.js";
import { cardsLeft } from "./cards_left.js";

/** @type {Scheme} */
export const meldedMinusHand = {
  ...cardsLeft,
  worth: (values, hand, melded) => handPoints(values, melded) - handPoints(values, hand),
  missing: (hand, melded) => (isBlank(melded) ? (isBlank(hand) ? "both" : "melds") : cardsLeft.missing(hand)),
  counted: (play, seat) => [handOf(play, seat), meldsOf(play, seat)],
  meldsScore: true,
};
