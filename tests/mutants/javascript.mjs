// Mutates the rules in the browser, one place at a time, and lists mutations that no vector detects. Arguments: the number of
// mutations (evenly spread; 0 is all), and files of vectors, the fastest first.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import ts from "../js/node_modules/typescript/lib/typescript.js";
import { disagreements } from "../js/agree.mjs";

const SERVED = new URL("../../static/js/", import.meta.url);
const FOLDERS = ["rules", "views"];
const PATIENCE = 120_000; // ms, on a busy machine; a mutation may well never come to an end
const { SyntaxKind: is } = ts;
const OTHER = new Map([
  ...[["===", "!=="], ["<", "<="], [">", ">="], ["+", "-"], ["*", "/"], ["&&", "||"], ["<<", ">>"], ["+=", "-="]].flatMap(([a, b]) => [[a, b], [b, a]]),
  ["??", "&&"], ["|", "&"],
]);
const OTHER_CALL = { some: "every", every: "some", min: "max", max: "min", find: "findLast", at: "with", floor: "ceil", ceil: "floor" };

// Every mutation of a source: { start, end, with }.
function mutationsOf(name, source) {
  const found = [];
  const put = (node, text) => found.push({ name, start: node.getStart(), end: node.getEnd(), with: text });
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node) && OTHER.has(node.operatorToken.getText())) put(node.operatorToken, OTHER.get(node.operatorToken.getText()));
    if (ts.isPrefixUnaryExpression(node) && node.operator === is.ExclamationToken) put(node, node.operand.getText());
    if (ts.isPrefixUnaryExpression(node) && node.operator === is.MinusToken) put(node, node.operand.getText());
    if (ts.isNumericLiteral(node)) put(node, String(Number(node.getText().replaceAll("_", "")) + 1));
    if (node.kind === is.TrueKeyword) put(node, "false");
    if (node.kind === is.FalseKeyword) put(node, "true");
    if (ts.isConditionalExpression(node)) for (const part of [node.whenTrue, node.whenFalse]) put(node, `(${part.getText()})`);
    if (ts.isIfStatement(node)) for (const to of ["true", "false"]) put(node.expression, to);
    if (ts.isStringLiteral(node) && !ts.isPropertyAssignment(node.parent)) put(node, '"mutated"');
    if (ts.isSpreadElement(node)) put(node, "...[]");
    if (ts.isPropertyAccessExpression(node) && node.name.getText() in OTHER_CALL && ts.isCallExpression(node.parent)) put(node.name, OTHER_CALL[node.name.getText()]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
  return found;
}

// No vector compares names: tests/js/test_names_in_node.py does.
const isMutated = (name) => name !== "rules/model/names.js";
const names = FOLDERS.flatMap((folder) => readdirSync(new URL(folder, SERVED), { recursive: true }).filter((name) => name.endsWith(".js")).map((name) => `${folder}/${name}`));
const sources = new Map(names.map((name) => [name, readFileSync(new URL(name, SERVED), "utf8")]));
const mutated = ({ name, start, end, with: text }) => sources.get(name).slice(0, start) + text + sources.get(name).slice(end);

async function tell() {
  const [many, ...files] = process.argv.slice(2);
  const all = names.filter(isMutated).flatMap((name) => mutationsOf(name, sources.get(name)));
  const step = Number(many) ? Math.max(1, all.length / Number(many)) : 1;
  const tried = Array.from({ length: Math.floor(all.length / step) }, (_, n) => all[Math.floor(n * step)]);
  const survivors = [];
  const queue = [...tried];
  await Promise.all([1, 2].map(() => worksOff(queue, files, survivors)));
  const told = survivors.map(({ name, start, end, with: text }) => {
    const source = sources.get(name);
    const line = source.slice(0, start).split("\n").length;
    const code = source.split("\n")[line - 1].trim();
    return { file: `static/js/${name}`, line, code, change: `${source.slice(start, end)} -> ${text}` };
  });
  told.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  console.log(JSON.stringify({ tried: tried.length, survivors: told }));
}

async function worksOff(queue, files, survivors) {
  let worker = null;
  for (let one = queue.shift(); one; one = queue.shift()) {
    worker ??= new Worker(new URL(import.meta.url), { workerData: files });
    const survives = await new Promise((done) => {
      const timer = setTimeout(() => done(null), PATIENCE);
      worker.once("message", (told) => {
        clearTimeout(timer);
        done(told);
      });
      worker.postMessage(one);
    });
    if (survives) survivors.push(one);
    if (survives === null) {
      await worker.terminate();
      worker = null;
    }
  }
  await worker?.terminate();
}

// In a thread of its own: whether nothing notices this mutation.
function works() {
  const vectors = workerData.map((path) => JSON.parse(readFileSync(path, "utf8")));
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  let turn = 0;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  parentPort.on("message", async (mutation) => {
    const base = join(folder, String((turn += 1)));
    for (const name of names) mkdirSync(dirname(join(base, name)), { recursive: true });
    writeFileSync(join(base, "package.json"), '{ "type": "module" }');
    for (const [name, source] of sources) writeFileSync(join(base, name), name === mutation.name ? mutated(mutation) : source);
    parentPort.postMessage(await survives((name) => import(new URL(name, pathToFileURL(`${base}/`)))));
    rmSync(base, { recursive: true, force: true });
  });
  async function survives(load) {
    try {
      for (const part of vectors) if ((await disagreements(load, part, true)).length) return false;
    } catch {
      return false;
    }
    return true;
  }
}

if (isMainThread) await tell();
else works();
