// Cards left in hand are a penalty; twin of companion/rules/judging/scoring.py. It is also the scheme from
// which others differ, like the class Scheme in Python.
import { handPoints } from "../../model/card_points.js";
import { handOf, isBlank } from "../../model/play.js";

/** @type {Scheme} */
export const cardsLeft = {
  points: (scores) => scores,
  handScore: (worth) => worth,
  worth: (values, hand) => handPoints(values, hand),
  missing: (hand) => (isBlank(hand) ? "hand" : null),
  counted: (play, seat) => [handOf(play, seat)],
};
