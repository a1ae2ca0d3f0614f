// The table: marks, and the actions of the round.
import { rollTotals } from "../drawing/rolling.js";
import { tableView } from "../views/table.js";
import { nextPath } from "../views/walk_view.js";

const MINUTE = 60_000; // ms

// Taps that are decided here.
const STEPS = {
  down: (seat) => ({ kind: "laid_down", seat }),
  back: (seat) => ({ kind: "took_back", seat }),
};

// The buttons that end a round; where players knock, each names how.
const ENDS = ["out", "knock", "gin", "big_gin"];
export const isEnd = (button) => ENDS.includes(button?.name);

// The round is over: go to the first hand; while all others have a last turn, to the table.
export function wentOut({ game, tap, go, isAt }, { name, value: who }) {
  const seat = who === "nobody" ? null : Number(who);
  const ending = name === "out" ? {} : { ending: name };
  if (!tap([{ kind: "went_out", seat, went_rummy: false, ...ending }])) return;
  const isLastTurn = seat !== null && game.ruleset.last_turns;
  if (!isLastTurn) go(nextPath(game, -1));
  else if (!isAt("")) go("");
}

export function tablePlace({ game, drawings, tap, say, go, draw, isAt }) {
  function model() {
    const counting = game.phones.map(({ seat }) => seat);
    const shown = tableView(game.fold, {
      mayScore: game.mayScore,
      counting,
      title: game.state.title ?? drawings.title,
      now: Math.floor(Date.now() / MINUTE),
    });
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

  function step({ target, submitter }) {
    if (target.id === "end-here") return endHere;
    if (target.id === "table" && isEnd(submitter)) return () => wentOut({ game, tap, go, isAt }, submitter);
    const entry = target.id === "table" && STEPS[submitter?.name];
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
