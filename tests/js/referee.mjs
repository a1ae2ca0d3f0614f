// Compares the referee and its page in JavaScript with Python, and reports branches that were not executed.
// Argument: a file of { rules, cases: [{ rules, case, answer }], pages: [{ desk, params, steps: [{ tap, params, view }] }] }.
import { readFileSync, readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { uncoveredBy } from "./coverage.mjs";
import { judgedOtherwise } from "./judged.mjs";

const served = new URL("../../static/js/", import.meta.url);
const FOLDERS = ["rules", "views"].map((name) => new URL(`${name}/referee/`, served));
const plain = (value) => JSON.parse(JSON.stringify(value));
let different = [];

async function holds() {
  const load = (folder) => readdirSync(folder).map(async (name) => [name, await import(new URL(name, folder))]);
  const [, views] = await Promise.all(FOLDERS.map(async (folder) => Object.fromEntries(await Promise.all(load(folder)))));
  const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));
  different = await judgedOtherwise((name) => import(new URL(name, served)), vectors);
  for (const page of vectors.pages) holdsPage(page, views["asked.js"], views["view.js"]);
}

function holdsPage({ desk, params, steps }, { readAsked, paramsOf, tapped }, { refereeView }) {
  let asked = readAsked(params, desk);
  for (const { tap, ...python } of steps) {
    asked = tapped(asked, tap, desk);
    const here = plain({ params: paramsOf(asked), view: refereeView(asked, desk) });
    for (const part of ["params", "view"])
      for (const name of Object.keys({ ...python[part], ...here[part] }))
        if (!isDeepStrictEqual(here[part][name], python[part][name]))
          different.push({ params, tap, at: `${part}.${name}`, python: python[part][name], here: here[part][name] });
  }
}

const uncovered = await uncoveredBy(holds, (url) => FOLDERS.some(({ href }) => url.startsWith(href)));
console.log(JSON.stringify({ different: different.slice(0, 5), many: different.length, uncovered }));
