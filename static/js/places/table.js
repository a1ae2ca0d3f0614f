// The table: who is down, and what can be said of the round.
import { tableView } from "../views/table.js";

// Taps that are decided here.
const STEPS = {
  down: (seat) => ({ kind: "laid_down", seat }),
  back: (seat) => ({ kind: "took_back", seat }),
};

export function tablePlace({ game, drawings, tap, say }) {
  function model() {
    const counting = game.phones.map(({ seat }) => seat);
    const shown = tableView(game.fold, { mayScore: game.mayScore, counting, title: game.state.title ?? drawings.title });
    for (const one of shown.seats) one.phone = game.phones.find(({ seat }) => seat === one.seat);
    return shown;
  }

  function step({ target, submitter }) {
    const entry = target.id === "table" && STEPS[submitter?.name];
    if (!entry) return null;
    return () => {
      say();
      tap([entry(Number(submitter.value))]);
    };
  }

  return { name: "table", address: /^$/, model, step, mayGo: () => Boolean(game.state.open) };
}
