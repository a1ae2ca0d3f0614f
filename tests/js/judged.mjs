// Compares the answers of the referee in JavaScript with those of Python. `load` imports a module of the app. Reports each case with
// another answer; with `isOneEnough` only the first. The same for the referee’s page after each tap.
import { isDeepStrictEqual } from "node:util";

const plain = (value) => JSON.parse(JSON.stringify(value));

export async function judgedOtherwise(load, { rules, cases }, isOneEnough = false) {
  const { judge } = await load("rules/referee/judge.js");
  const found = [];
  for (const { rules: which, case: asked, answer } of cases) {
    const here = plain(judge(rules[which], asked));
    if (!isDeepStrictEqual(here, answer)) found.push({ case: asked, python: answer, here });
    if (found.length && isOneEnough) break;
  }
  return found;
}

export async function tappedOtherwise(load, { pages }, isOneEnough = false) {
  const asks = await load("views/referee/asked.js");
  const { refereeView } = await load("views/referee/view.js");
  const found = [];
  for (const page of pages) {
    found.push(...otherParts(page, asks, refereeView));
    if (found.length && isOneEnough) break;
  }
  return found;
}

function otherParts({ desk, params, steps }, { readAsked, paramsOf, tapped }, refereeView) {
  let asked = readAsked(params, desk);
  return steps.flatMap(({ tap, ...python }) => {
    asked = tapped(asked, tap, desk);
    const here = plain({ params: paramsOf(asked), view: refereeView(asked, desk) });
    const names = ["params", "view"].flatMap((part) => Object.keys({ ...python[part], ...here[part] }).map((name) => [part, name]));
    const others = names.filter(([part, name]) => !isDeepStrictEqual(here[part][name], python[part][name]));
    return others.map(([part, name]) => ({ params, tap, at: `${part}.${name}`, python: python[part][name], here: here[part][name] }));
  });
}
