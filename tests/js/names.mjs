// Every code point that another is equal to, with what it is compared as.
import { folded } from "../../static/js/rules/model/names.js";

const found = {};
for (let code = 0; code < 0x110000; code += 1) {
  const character = String.fromCodePoint(code);
  const is = folded(character);
  if (is !== character) found[code] = is;
}
console.log(JSON.stringify(found));
