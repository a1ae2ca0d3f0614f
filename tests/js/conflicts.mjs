// Waiting commands of a phone that was offline, on top of what others wrote meanwhile. Arguments: the rules by game, and
// scenarios { game, names, mine, theirs }, each with entries. Reports what the page would show and do.
import { readFileSync } from "node:fs";
import { decide } from "../../static/js/rules/decide.js";
import { fold } from "../../static/js/rules/fold/replay.js";
import { bothRounds, matterOf, settlement } from "../../static/js/sync/conflict.js";
import { hold, seenBy, tapped } from "../../static/js/sync/rebase.js";

const [rules, scenarios] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")));

const number = ({ state }) => state.open?.deal.number ?? null;
const written = (log, entries) => entries.reduce((now, entry) => decide(now, [entry], number(now)), log);

function waiting(log, entries) {
  let now = log;
  return entries.map((entry) => {
    const { after, command } = tapped(now, { entries: [entry], round: number(now), seen: log.entries.length }, 0, []);
    now = after;
    return command;
  });
}

function told({ game, names, before = [], mine, theirs, code = "out_of_date", choice }) {
  const base = written(fold(rules[game], { names, first_dealer: 0 }, []), before);
  const commands = waiting(base, mine);
  const log = written(base, theirs);
  const others = new Set(log.entries.map((_, index) => index + 1).filter((n) => n > base.entries.length));
  seenBy(log, commands, others);
  const matter = matterOf(log, commands, code);
  const fate = choice ? settlement(log, { commands, matter }, choice) : { leftOut: [] };
  hold(log, commands[0], commands.slice(1));
  return {
    matter: matter.kind,
    rows: matter.kind === "two_rounds" ? bothRounds(log, matter) : [],
    seen: commands.map(({ seen }) => seen),
    held: commands.map(({ under }) => Boolean(under)),
    left_out: fate.leftOut.map(({ entries: [{ kind, seat }] }) => [kind, seat]),
  };
}

console.log(JSON.stringify(scenarios.map(told)));
