// Compares the answers of the referee in JavaScript with those of Python. `load` imports a module of the app. Reports each case with
// another answer; with `isOneEnough` only the first.
import { isDeepStrictEqual } from "node:util";

export async function judgedOtherwise(load, { rules, cases }, isOneEnough = false) {
  const { judge } = await load("rules/referee/judge.js");
  const found = [];
  for (const { rules: which, case: asked, answer } of cases) {
    const here = JSON.parse(JSON.stringify(judge(rules[which], asked)));
    if (!isDeepStrictEqual(here, answer)) found.push({ case: asked, python: answer, here });
    if (found.length && isOneEnough) break;
  }
  return found;
}
