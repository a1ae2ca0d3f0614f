// Types of the fold beyond the data that it shares with Python (generated.d.ts, which `make lint` writes). For
// `tsc --checkJs` only: no page loads this file.

type BySeat<T> = Record<Seat, T>;
type Cards = Record<string, number>;

type Answer = [code: Doubt["code"], seat: Seat | null];

interface Played {
  ruleset: Ruleset;
  deal: Deal;
  play: RoundPlay;
}

// Any kind of entry; the fields of each are those of its class in companion/rules/fold/entries.
interface Entry {
  kind: string;
  [field: string]: any;
}
type Numbered = [number: number, entry: Entry];

interface Seats {
  names: string[];
  first_dealer: Seat;
}
interface Fold {
  ruleset: Ruleset;
  seats: Seats;
  entries: Entry[];
  state: State;
  table: import("../rules/fold/table.js").Table;
}
