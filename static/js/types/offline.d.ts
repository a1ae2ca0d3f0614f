// Types of games that start or are shown without a network.

// The players of a new game, in the order of their seats; colours count from 0.
interface Seated {
  names: string[];
  dealer: Seat;
  colours: number[];
}
// Beside the players, the address of the cached table and the name of its rules.
type NewTable = Seated & { anew: string; rules: string };
// The same game once it has a link.
type NewGame = Seated & { link: string; made: number };
type NewGameData = Pick<GameData, "link" | "seats" | "made"> & { start: StartRequest };
// A table as of this phone (offline/table_here.js).
interface TableHere {
  toSend: number;
  asks: boolean;
  touched: number;
  fold?: Fold;
  colours?: number[];
  far?: Element[];
}
