// Every code point that is equal to another one, with its folded form; how Latin, Greek, Cyrillic and
// Arabic letters are searched for; and those that are no name.
import { faults, tidy } from "../../static/js/offline/lineup.js";
import { folded, searchable } from "../../static/js/rules/model/names.js";

const equal = {};
const sought = {};
const unseen = [];
for (let code = 0; code < 0x110000; code += 1) {
  const character = String.fromCodePoint(code);
  const is = folded(character);
  if (is !== character) equal[code] = is;
  if (code < 0x1000) sought[code] = searchable(`a${character}b`);
  if (faults([tidy(character)], { least: 0, most: 1 }).length) unseen.push(code);
}
console.log(JSON.stringify({ equal, sought, unseen }));
