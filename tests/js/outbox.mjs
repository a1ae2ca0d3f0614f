// Games played as waiting taps: rebased on any prefix that the server has stored, they must give the same state. Argument: a file of
// vectors. Reports differences.
import { readFileSync } from "node:fs";
import { after, fold } from "../../static/js/rules/fold/replay.js";
import { onTop, tapped } from "../../static/js/sync/rebase.js";

const KEPT_BY_NOW = [0, 1, 3, 7];
const { rulesets, games } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const different = [];
let played = 0;

for (const { name, seats, steps } of games) {
  const entries = steps.map(({ entry }) => entry).filter(Boolean);
  if (entries.some(({ kind }) => kind === "rules_changed" || kind === "entry_undone")) continue; // decided by the server, or with changed numbers
  const empty = fold(rulesets[steps[0].ruleset], seats, []);
  const [now, commands] = tappedOneByOne(empty, entries);
  if (!now) continue; // the log has entries that no tap makes
  played += 1;
  const whole = JSON.stringify(now.state);
  for (const many of KEPT_BY_NOW.filter((count) => count <= commands.length)) {
    const kept = commands.slice(0, many).flatMap(({ settled }) => settled);
    const log = kept.reduce((before, entry) => after(before, entry), empty);
    const waiting = structuredClone(commands.slice(many));
    const { fold: top, owners } = onTop(log, waiting);
    const taps = waiting.flatMap(({ tap, settled }) => settled.map(() => tap));
    if (JSON.stringify(top.state) !== whole) different.push(`${name}: another state on top of ${many}`);
    if (JSON.stringify(owners.map(([tap]) => tap)) !== JSON.stringify(taps)) different.push(`${name}: other owners on top of ${many}`);
  }
}
console.log(JSON.stringify({ different, played }));

function tappedOneByOne(empty, entries) {
  let now = empty;
  const commands = [];
  const owners = [];
  for (const entry of entries) {
    const { after: next, command } = tapped(now, { entries: [entry], round: null, seen: 0 }, 0, owners);
    if (!next) return [null, []];
    commands.push(command);
    owners.push(...command.settled.map((_, which) => [command.tap, which]));
    now = next;
  }
  return [now, commands];
}
