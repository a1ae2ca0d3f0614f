// Types of commands on their way to the server, beyond those of the fold.

type OpenGamePage = NonNullable<Awaited<ReturnType<typeof import("../sync/game.js").openGame>>>;

// A game that this phone has started, and the server may not know yet (sync/start_game.js).
interface Start {
  tap: string;
  table: string;
  start: { to: string; key: string; rules: string; dealer: Seat; title?: string };
  names: string[];
  rules?: string;
  round?: number;
  made: number;
  changed?: number;
  sent?: boolean;
  refused?: string | null;
  moving?: string | null;
}
interface SendingStarts {
  link?: string; // of this page
  say?: (one: Start, trouble: string) => void;
  look: () => void;
  moved?: (one: { tap: string; table: string }) => void;
}
