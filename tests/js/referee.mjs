// Holds the referee in JavaScript against the answers that Python wrote, and tells which branches none of them executed. Argument:
// a file of { rules, cases: [{ rules, case, answer }] }.
import { readFileSync, readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { uncoveredBy } from "./coverage.mjs";

const folder = new URL("../../static/js/rules/referee/", import.meta.url);
const different = [];

async function holds() {
  await Promise.all(readdirSync(folder).map((name) => import(new URL(name, folder))));
  const { judge } = await import(new URL("judge.js", folder));
  const { rules, cases } = JSON.parse(readFileSync(process.argv[2], "utf8"));
  for (const each of cases) {
    const here = JSON.parse(JSON.stringify(judge(rules[each.rules], each.case)));
    if (!isDeepStrictEqual(here, each.answer)) different.push({ case: each.case, python: each.answer, here });
  }
}

const uncovered = await uncoveredBy(holds, (url) => url.startsWith(folder.href));
console.log(JSON.stringify({ different: different.slice(0, 5), many: different.length, uncovered }));
