// The seats that each of these entries names, and whom the seats of a table mean. Argument: a file of entries.
import { readFileSync } from "node:fs";
import { seatsIn } from "../../static/js/rules/model/named_seats.js";
import { peopleOf, statedBy } from "../../static/js/sync/moved_seats.js";

const entries = JSON.parse(readFileSync(process.argv[2], "utf8"));
const table = { names: ["Ann", "Ben"], first_dealer: 0 };
const log = [
  { kind: "player_joined", name: "Cy" },
  { kind: "player_joined", name: "Dee" },
  { kind: "seat_taken_over", seat: 1, name: "Eve" },
];
const keys = { 1: ["key-of-cy"], 3: [] }; // an old copy of a page has no other keys
console.log(
  JSON.stringify({
    seats: entries.map((entry) => seatsIn(entry).sort()),
    stated: statedBy(peopleOf(table, log, (number) => keys[number] ?? [])),
  }),
);
