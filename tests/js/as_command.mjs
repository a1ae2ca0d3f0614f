// The fields that an entry keeps in a command. Argument: the fields of each kind, as JSON.
import { asCommand } from "../../static/js/rules/fold/entries.js";

const kept = ([kind, fields]) => [kind, Object.keys(asCommand(Object.fromEntries(fields.map((field) => [field, null]))))];
console.log(JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(process.argv[2])).map(kept))));
