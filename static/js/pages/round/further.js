// The places that the first taps at a table do not lead to: round.js loads them once the table can be tapped, or first
// if the page is at one of them.
import { handPlace, nextHandPlace } from "../../places/hand.js";
import { meldPlace } from "../../places/meld.js";
import { reviewPlace } from "../../places/review.js";
import { sheetPlace } from "../../places/sheet.js";
import { twoOutPlace } from "../../places/two_out.js";
import { twoRoundsPlace } from "../../places/two_rounds.js";
import { wonPlace } from "../../places/won.js";

export const furtherPlaces = [
  meldPlace,
  twoOutPlace,
  twoRoundsPlace,
  nextHandPlace,
  handPlace,
  reviewPlace,
  sheetPlace,
  wonPlace,
];
