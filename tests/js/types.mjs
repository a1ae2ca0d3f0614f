// `tsc --checkJs` over all served scripts. Those in untyped.json are exempt; one without errors must be removed from that list, so
// it only gets shorter.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const here = fileURLToPath(new URL(".", import.meta.url));
const untyped = new Set(JSON.parse(readFileSync(`${here}untyped.json`, "utf8")));
const { config } = ts.readConfigFile(`${here}tsconfig.json`, ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, here);
const nameOf = ({ file }) => file?.fileName.split("/static/js/")[1] ?? "";
const found = ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options));
const held = found.filter((one) => !untyped.has(nameOf(one)));
const typed = [...untyped].filter((name) => !found.some((one) => nameOf(one) === name));

const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => process.cwd(), getNewLine: () => "\n" };
process.stdout.write(ts.formatDiagnostics(held, host));
for (const name of typed) console.log(`${name} has no type errors any more: take it from untyped.json`);
process.exitCode = held.length || typed.length ? 1 : 0;
