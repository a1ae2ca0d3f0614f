// The table: marks, and the actions of the round.
import { rollTotals } from "../drawing/rolling.js";
import { tableView } from "../views/table.js";
import { nextPath } from "../views/walk_view.js";

const MINUTE = 60_000; // ms

// Taps that are decided here.
/** @type {Record<string, (seat: Seat) => Entry>} */
const STEPS = {
  down: (seat) => ({ kind: "laid_down", seat }),
  back: (seat) => ({ kind: "took_back", seat }),
};

// The round is over: go to the first hand; while all others have a last turn, to the table.
/** @param {Pick<PlacePage, "game" | "tap" | "go" | "isAt">} page @param {string} who */
export function wentOut({ game, tap, go, isAt }, who) {
  const seat = who === "nobody" ? null : Number(who);
  if (!tap([{ kind: "went_out", seat, went_rummy: false }])) return;
  const isLastTurn = seat !== null && game.ruleset.last_turns;
  if (!isLastTurn) go(nextPath(game, -1));
  else if (!isAt("")) go("");
}

/** @param {PlacePage} page @returns {Place} */
export function tablePlace({ game, drawings, tap, say, go, draw, isAt }) {
  function model() {
    const counting = /** @type {Untyped} */ (game.phones.map(({ seat }) => seat));
    const shown = tableView(game.fold, {
      mayScore: game.mayScore,
      counting,
      title: game.state.title ?? drawings.title,
      now: Math.floor(Date.now() / MINUTE),
    });
    /** @param {Seat} whose */
    const phoneOf = (whose) => game.phones.find(({ seat }) => seat === whose);
    return { ...shown, seats: shown.seats.map((one) => ({ ...one, phone: phoneOf(one.seat) })) };
  }

  // Nothing ends by itself: the table only asks, once the time has come.
  let clock = 0;
  function wait() {
    clearTimeout(clock);
    const left = (game.state.end_time ?? 0) * MINUTE - Date.now();
    if (left > 0 && left < 1440 * MINUTE) clock = setTimeout(() => draw(false), left);
  }

  function endHere() {
    if (tap([{ kind: "game_ended", reason: "" }])) go("final");
  }

  /** @param {FormSubmit} event */
  function step({ target, submitter }) {
    if (target.id === "end-here") return endHere;
    if (target.id === "table" && submitter?.name === "out")
      return () => wentOut({ game, tap, go, isAt }, submitter.value);
    const entry = target.id === "table" && submitter && STEPS[submitter.name];
    if (!entry) return null;
    return () => {
      say();
      tap([entry(Number(submitter.value))]);
    };
  }

  return {
    name: "table",
    address: /^$/,
    model,
    step,
    mayGo: () => Boolean(game.state.open),
    opened() {
      rollTotals(game);
      wait();
    },
    heard: () => wait(),
  };
}
