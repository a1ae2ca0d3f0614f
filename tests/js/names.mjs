// Every code point that is equal to another one, with its folded form.
import { folded } from "../../static/js/rules/model/names.js";

const found = {};
for (let code = 0; code < 0x110000; code += 1) {
  const character = String.fromCodePoint(code);
  const is = folded(character);
  if (is !== character) found[code] = is;
}
console.log(JSON.stringify(found));
