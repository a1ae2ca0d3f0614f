// Compares the referee and its page in JavaScript with Python, and reports branches that were not executed.
// Argument: a file of { rules, cases: [{ rules, case, answer }], pages: [{ desk, params, steps: [{ tap, params, view }] }] }.
import { readFileSync, readdirSync } from "node:fs";
import { uncoveredBy } from "./coverage.mjs";
import { judgedOtherwise, tappedOtherwise } from "./judged.mjs";

const served = new URL("../../static/js/", import.meta.url);
const FOLDERS = ["rules", "views"].map((name) => new URL(`${name}/referee/`, served));
let different = [];

async function holds() {
  const modules = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => new URL(name, folder)));
  await Promise.all(modules.map((module) => import(module))); // one that nothing asks is not covered
  const load = (name) => import(new URL(name, served));
  const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));
  different = [...(await judgedOtherwise(load, vectors)), ...(await tappedOtherwise(load, vectors))];
}

const uncovered = await uncoveredBy(holds, (url) => FOLDERS.some(({ href }) => url.startsWith(href)));
console.log(JSON.stringify({ different: different.slice(0, 5), many: different.length, uncovered }));
