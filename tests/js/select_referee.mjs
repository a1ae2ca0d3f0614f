// For each case, the blocks of the referee that it executes. Argument: as for referee.mjs.
import { readFileSync, readdirSync } from "node:fs";
import { Session } from "node:inspector/promises";
const served = new URL("../../static/js/", import.meta.url);
const FOLDER = new URL("rules/referee/", served);
for (const name of readdirSync(FOLDER)) await import(new URL(name, FOLDER));
const { judge } = await import(new URL("judge.js", FOLDER));
const { rules, cases } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const all = [];
for (const { rules: which, case: asked } of cases) {
  judge(rules[which], asked);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const seen = [];
  for (const { url, functions } of result.filter((one) => one.url.startsWith(FOLDER.href)))
    for (const { ranges, isBlockCoverage } of functions)
      for (const { startOffset, endOffset, count } of ranges)
        seen.push([url.slice(FOLDER.href.length), startOffset, endOffset, count > 0]);
  all.push(seen);
}
console.log(JSON.stringify(all));
