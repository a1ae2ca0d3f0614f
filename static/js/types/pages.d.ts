// Types of pages that no place shares.

// The entry of a command, with its round.
interface RoundEntry {
  entry: Entry;
  round: number | null;
}
// A game that the server does not know yet, with the nodes that say which (pages/unsent.js).
type UnsentGame = Start & { which: Iterable<Node> };
interface HomeWays {
  unsent: UnsentGame[];
  goOn: HTMLAnchorElement;
}
// The game that home shows large, its table, and the games of this phone.
interface Large {
  shown: HTMLElement | null;
  inLarge: string | null;
  unsent: UnsentGame[];
}
// A tap before the script of its page was loaded (pages/opening.js).
interface HeldTap {
  link: HTMLElement | null;
  form: HTMLFormElement;
  submitter: HTMLElement | null;
}
type NameFault = ReturnType<typeof import("../offline/lineup.js").faults>[number];

// The content of the picture of a result (companion/web/paper/result.py); colours by number, lengths in points.
interface ResultPicture {
  height: number;
  head: number;
  gap: number;
  row: number;
  unit: number;
  title: Run[];
  letters: "" | "long" | "longest" | "endless";
  sharers: { name: string; colour: number }[];
  share: string;
  why: Run[];
  about: string;
  colour: number;
  ranks: { place: string; name: string; sign: string; colour: number; far: string; total: string }[];
  race: Race | null;
}
// A piece of a sentence; `name`: of a person.
type Run = { name: boolean; text: string };
type Point = [x: number, y: number];
interface Race {
  height: number;
  left: number;
  right: number;
  bottom: number;
  rules: [points: string, y: number][];
  rounds: [number: string, x: number][];
  lines: Course[];
}
interface Course {
  name: string;
  short: string;
  colour: number;
  dash: number;
  winner: boolean;
  points: Point[];
  label: number;
  total: string;
}
type Pen = CanvasRenderingContext2D;
interface Lettering {
  size: number;
  colour?: string;
  face?: string;
  weight?: number;
  align?: CanvasTextAlign;
  most?: number;
}
