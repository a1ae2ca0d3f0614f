// The rules of stored games as this version reads them. Argument: a file of rules by name, as an earlier version stored them.
import { readFileSync } from "node:fs";
import { inTodaysRules } from "../../static/js/sync/older_rules.js";

const rules = Object.entries(JSON.parse(readFileSync(process.argv[2], "utf8")));
console.log(JSON.stringify(Object.fromEntries(rules.map(([name, ruleset]) => [name, inTodaysRules({ ruleset }).ruleset]))));
