// Whether the referee in JavaScript gives the answers that Python wrote. `load` brings a module of the app; each case is told that
// is answered otherwise, or only the first where `isOneEnough`.
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
