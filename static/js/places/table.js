// The table: marks, and the actions of the round.
import { rollTotals } from "../drawing/rolling.js";
import { dropsOf } from "../rules/model/play.js";
import { nextPath } from "../views/counting_order.js";
import { tableView } from "../views/table.js";

const MINUTE = 60_000; // ms

// Taps that are decided here: their entries by the name of the button.
/** @type {Record<string, (value: string, open: OpenRound) => Entry[]>} */
const STEPS = {
  down: (value) => [{ kind: "laid_down", seat: Number(value) }],
  back: (value) => [{ kind: "took_back", seat: Number(value) }],
  first: (value, open) => drop("first", value, open),
  middle: (value, open) => drop("middle", value, open),
  wrong: (value, open) => drop("wrong", value, open),
  stays: (value) => [{ kind: "dropped", seat: Number(value), drop: null }],
  turned_up: (value) => [{ kind: "turned_up", rank: value || null }],
};

// The player who wins the round if this one drops; null if several others play on.
/** @param {OpenRound} open @param {Seat} dropping */
function leftOnceDropped({ deal, play, over }, dropping) {
  const others = deal.players.filter((seat) => seat !== dropping && !(seat in dropsOf(play)));
  const goesOn = !over || play.went_out === dropping;
  return others.length === 1 && goesOn ? others[0] : null;
}

// The last player who has not dropped has won the round.
/** @param {string} kind @param {string} value @param {OpenRound} open @returns {Entry[]} */
function drop(kind, value, open) {
  const seat = Number(value);
  const last = leftOnceDropped(open, seat);
  const won = last === null ? [] : [{ kind: "went_out", seat: last, went_rummy: false }];
  return [{ kind: "dropped", seat, drop: kind }, ...won];
}

// The buttons that end a round: plainly out, or in one turn; where players knock, each names how.
const ENDS = ["out", "one_turn", "knock", "gin", "big_gin"];
/** @param {HTMLButtonElement | null} button @returns {button is HTMLButtonElement} */
export const isEnd = (button) => ENDS.includes(button?.name ?? "");

// The entry of such a button; `rummy` is whether the player went rummy.
/** @param {HTMLButtonElement} button @returns {Entry[]} */
export function endOf({ name, value: who }, rummy = name === "one_turn") {
  const seat = who === "nobody" ? null : Number(who);
  const ending = ENDS.indexOf(name) < 2 ? {} : { ending: name };
  return [{ kind: "went_out", seat, went_rummy: rummy && seat !== null, ...ending }];
}

// The round is over: go to the first hand; while all others have a last turn, to the table.
/** @param {Pick<PlacePage, "game" | "tap" | "go" | "isAt">} page @param {Entry[]} entries */
export function wentOut({ game, tap, go, isAt }, entries) {
  if (!tap(entries)) return;
  const isLastTurn = entries[0].seat !== null && game.ruleset.last_turns;
  if (!isLastTurn) go(nextPath(game, -1));
  else if (!isAt("")) go("");
}

// The step of a button that marks a player or the card turned up; null for others.
/** @param {PlacePage} page @param {HTMLButtonElement | null} button */
export function marking({ game, tap, say }, button) {
  const entries = button && STEPS[button.name];
  if (!entries) return null;
  return () => {
    say();
    tap(entries(button.value, /** @type {OpenRound} */ (game.state.open)));
  };
}

/** @param {PlacePage} page @returns {Place} */
export function tablePlace(page) {
  const { game, drawings, tap, go, draw } = page;

  function model() {
    const shown = tableView(game.fold, {
      mayScore: game.mayScore,
      counting: game.counting,
      title: game.state.title ?? drawings.title,
      now: Math.floor(Date.now() / MINUTE),
    });
    return { ...shown, seats: shown.seats.map((player) => ({ ...player, phone: game.phoneAt(player.seat) })) };
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
    if (target.id === "table" && isEnd(submitter)) return () => wentOut(page, endOf(submitter));
    return ["table", "turned-up"].includes(target.id) ? marking(page, submitter) : null;
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
