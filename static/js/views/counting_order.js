// The walk round the table; twin of web/pages/counting/counting_order.py. `phones` has the hands that others have open
// (`counting`), the seat of this phone (`seat`), and `isOther`: whether another phone wrote the entry with a number.
import { countedPoints, meldsScore } from "../rules/judging/scoring.js";
import { isOut } from "../rules/model/play.js";
import { needsNoHands } from "../rules/model/state.js";
import { isUncounted } from "./open_round.js";

/** @param {Folded} fold @param {Seat} seat @param {Phones} phones @returns {Walk} */
export function walkView({ ruleset, state }, seat, { counting, seat: own, isOther }) {
  const { open, names } = /** @type {OpenState} */ (state);
  const { players } = open.deal;
  const following = followingHand(open, seat, counting);
  const othersCount = players.some((other) => counting.includes(other));
  const [isLast, isMine] = [following === null || following === seat, own === seat];
  const next = isMine && (!isLast || othersCount) ? "done" : isLast ? "review" : "next";
  const keptAt = open.counted_at[seat];
  const countedHere = keptAt !== undefined && !isOther(keptAt);
  return {
    tabs: players.map((player) => tab({ ruleset, open, names, seat, counting, countedHere }, player)),
    next,
    next_name: following === null ? "" : names[following],
    may_write: next === "review" && !othersCount,
    is_mine: isMine,
    has_own_page: own !== null,
  };
}

/** @param {WalkAt} walk @param {Seat} seat @returns {HandTab} */
function tab({ ruleset, open, names, seat: here, counting, countedHere }, seat) {
  const { deal, play } = open;
  const isDone = !isUncounted(open, seat);
  const isHere = seat === here;
  return {
    seat,
    name: names[seat],
    state: stands({ open, seat, counting, countsHere: isHere && (!isDone || countedHere), isDone }),
    points: countedPoints({ ruleset, deal, play }, seat),
    down: deal.down_counts ? play.laid_down.includes(seat) : null,
    is_here: isHere,
    is_done: isDone && !counting.includes(seat),
  };
}

/** @param {TabStands} tab @returns {HandTab["state"]} */
function stands({ open, seat, counting, countsHere, isDone }) {
  if (isOut(open.play, seat) && !meldsScore(open)) return "out";
  if (countsHere || counting.includes(seat)) return "counting";
  return isDone ? "counted" : "to_count";
}

// The next hand to count after this one, clockwise; this one comes last. Hands that others have open are skipped.
/** @param {OpenRound} open @param {Seat} seat @param {(Seat | null)[]} counting */
function followingHand(open, seat, counting) {
  const { players } = open.deal;
  const start = players.indexOf(seat) + 1;
  const roundTheTable = [...players.slice(start), ...players.slice(0, start)];
  return roundTheTable.find((player) => isUncounted(open, player) && !counting.includes(player)) ?? null;
}

// The page after this seat: the next hand, the review, or the question who went out if it is open.
/** @param {Folded & { phones: { seat: Seat | null }[] }} game @param {Seat} after */
export function nextPath({ state, ruleset, phones }, after) {
  const { open } = state;
  if (!open) return "";
  if (!open.over) return "out";
  const counting = phones.map((phone) => phone.seat);
  const seat = followingHand(open, after, counting);
  const isToCount = seat !== null && !needsNoHands({ ruleset, ...open });
  return isToCount ? `count/${seat}` : "review";
}
