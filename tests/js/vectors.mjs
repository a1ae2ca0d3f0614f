// Compares the fold with vectors written by Python, and reports branches that were not executed. Arguments: files of vectors.
import { readdirSync, readFileSync } from "node:fs";
import { disagreements } from "./agree.mjs";
import { uncoveredBy } from "./coverage.mjs";

const HELD = ["rules", "views"];
const served = new URL("../../static/js/", import.meta.url);
const load = (name) => import(new URL(name, served));
const isScript = (name) => name.endsWith(".js");
const different = [];

async function holds() {
  const modules = HELD.flatMap((folder) => readdirSync(new URL(folder, served), { recursive: true }).filter(isScript).map((name) => `${folder}/${name}`));
  await Promise.all(modules.map(load)); // one that no vector calls is not covered
  for (const path of process.argv.slice(2)) different.push(...(await disagreements(load, JSON.parse(readFileSync(path, "utf8")))));
}

const uncovered = await uncoveredBy(holds, (url) => HELD.some((held) => url.startsWith(new URL(held, served).href)));
const { KINDS } = await load("rules/fold/entries.js");
const named = (is) => Object.keys(KINDS).filter((kind) => is(KINDS[kind]));
const kinds = { all: named(() => true), checked: named(({ check }) => check), goes_back: named(({ goesBack }) => goesBack) };
console.log(JSON.stringify({ different, uncovered, kinds }));
