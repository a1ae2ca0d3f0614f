// Holds the referee in JavaScript against the answers that Python wrote, and tells which branches none of them executed. Argument:
// a file of { rules, cases: [{ rules, case, answer }] }.
import { readFileSync, readdirSync } from "node:fs";
import { uncoveredBy } from "./coverage.mjs";
import { judgedOtherwise } from "./judged.mjs";

const served = new URL("../../static/js/", import.meta.url);
const folder = new URL("rules/referee/", served);
let different = [];

async function holds() {
  await Promise.all(readdirSync(folder).map((name) => import(new URL(name, folder))));
  different = await judgedOtherwise((name) => import(new URL(name, served)), JSON.parse(readFileSync(process.argv[2], "utf8")));
}

const uncovered = await uncoveredBy(holds, (url) => url.startsWith(folder.href));
console.log(JSON.stringify({ different: different.slice(0, 5), many: different.length, uncovered }));
