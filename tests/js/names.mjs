// Which of these code points equal another one, with their folded form; how Latin, Greek, Cyrillic and
// Arabic letters are searched for; and which are no name. Argument: ranges of code points, as JSON.
import { faults, tidy } from "../../static/js/offline/lineup.js";
import { folded, searchable } from "../../static/js/rules/model/names.js";

const equal = {};
const sought = {};
const unseen = [];
for (const [first, end] of JSON.parse(process.argv[2])) {
  for (let code = first; code < end; code += 1) {
    const character = String.fromCodePoint(code);
    const is = folded(character);
    if (is !== character) equal[code] = is;
    if (code < 0x1000) sought[code] = searchable(`a${character}b`);
    if (faults([tidy(character)], { least: 0, most: 1 }).length) unseen.push(code);
  }
}
console.log(JSON.stringify({ equal, sought, unseen }));
