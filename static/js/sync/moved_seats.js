// A waiting command states whom its seats mean: `seated` has by seat the key of the command that seated the player,
// the public name of whose entry may take its place; first players, at their seats, are left out. So its seats can
// follow the players, whatever others write before it; the server checks it (companion/rules/decide.py).
//
// `people` has the players of each seat, in order: the keys of each. The last player has the seat now.
import { FIRST, seated } from "../rules/fold/log.js";
import { playWithSeats, seatsIn, withSeats } from "../rules/model/named_seats.js";

const NOBODY = 900; // from here on seats of nobody: the server answers with a conflict, and a question follows
const OF_SEATS = ["player_joined", "seats_reordered", "round_corrected", "rules_changed"]; // whoever takes them over

// `keysOf` gives the keys of the entry with this number.
/** @param {Seats} seats @param {Entry[]} entries @param {KeysOf} keysOf @returns {People} */
export const peopleOf = (seats, entries, keysOf) =>
  seated(seats, entries).map((numbers, seat) =>
    numbers.map((number) => (number === FIRST ? [String(seat)] : keysOf(number))),
  );

/** @param {Entry} entry */
export const mayMovePeople = ({ kind }) => ["player_joined", "seat_taken_over", "entry_undone"].includes(kind);

// The `seated` of a command that is made now. A player without a known key, as on an old copy of a page, is left out
// like a first one: the server asks if it matters.
/** @param {People} people @returns {Record<string, string>} */
export const statedBy = (people) => stated(people.map((players, seat) => [seat, players.at(-1)?.[0] ?? String(seat)]));

/** @param {[seat: Seat, key: string][]} named */
const stated = (named) => Object.fromEntries(named.filter(([seat, key]) => key !== String(seat)));

/** @param {Command} command */
const seatsOf = ({ entries, settled, rests }) =>
  new Set([...entries, ...settled, ...(rests ? [{ play: rests }] : [])].flatMap(seatsIn));

// Whether somebody whom this command names is not at the table, or another player has their seat.
/** @param {Command} command */
export const namesNobody = ({ entries }) => entries.flatMap(seatsIn).some((seat) => seat >= NOBODY);

// Whether everybody sits where the command says: the usual case, without a look at its entries.
/** @param {Record<string, string>} said @param {People} people */
const isAsSeated = (said, people) =>
  people.every((players, seat) => players.at(-1)?.includes(said[seat] ?? String(seat))) &&
  Object.keys(said).every((seat) => Number(seat) < people.length);

// Moves the seats of a command to where its players sit now; whether any has moved.
/** @param {Command} command @param {People} people */
export function moveSeats(command, people) {
  const { entries, settled, rests, seated: said } = command;
  if (!said || isAsSeated(said, people)) return false;
  const isOfSeats = entries.every(({ kind }) => OF_SEATS.includes(kind));
  /** @type {Map<Seat, Seat>} */ const places = new Map();
  /** @param {Seat} seat */
  const keyOf = (seat) => said[seat] ?? String(seat);
  for (const seat of seatsOf(command)) {
    const place = people.findIndex((players) =>
      players.slice(isOfSeats ? 0 : -1).some((keys) => keys.includes(keyOf(seat))),
    );
    places.set(seat, place < 0 ? aside(seat, places) : place);
  }
  if ([...places].every(([seat, place]) => seat === place)) return false;
  /** @param {Seat} seat */
  const next = (seat) => /** @type {Seat} */ (places.get(seat));
  /** @param {TappedEntry} entry */
  const moved = (entry) => withSeats(entry, next);
  Object.assign(command, {
    entries: entries.map(moved),
    settled: settled.map(moved),
    rests: rests && playWithSeats(rests, next),
    seated: { ...statedBy(people), ...stated([...places].map(([seat, place]) => [place, keyOf(seat)])) },
  });
  return true;
}

// A seat of nobody.
/** @param {Seat} seat @param {Map<Seat, Seat>} places */
function aside(seat, places) {
  if (seat >= NOBODY) return seat;
  const taken = [...places.keys(), ...places.values()];
  return Math.max(NOBODY, ...taken.map((one) => one + 1));
}

// The entries of these keys are in the log: their public names are known to all phones. Returns the changed commands.
/** @param {Command[]} commands @param {Map<string, string>} names */
export function nameSeated(commands, names) {
  return commands.filter((command) => {
    const known = Object.entries(command.seated ?? {}).filter(([, key]) => names.has(key));
    for (const [seat, key] of known) command.seated = { ...command.seated, [seat]: String(names.get(key)) };
    return known.length > 0;
  });
}

// Commands stored by earlier versions of the app do not state whom their seats mean. They have the length of the log
// up to which their seats are right (`knows`), and the keys of the joins, and undos, that waited before them
// (`newcomers`; the very first versions: all that waited).
/** @param {Fold} log @param {Command[]} commands @param {KeysOf} keysOf */
export function stateSeats({ seats, entries }, commands, keysOf) {
  commands.forEach((command, index) => {
    const { knows = command.seen, newcomers, seated } = /** @type {OlderCommand} */ (command);
    if (seated) return;
    const before = newcomers ?? commands.slice(0, index).map(({ tap }) => tap);
    const log = entries.slice(0, knows).map((entry, at) => ({ entry, keys: keysOf(at + 1) }));
    for (const tap of before.filter((key) => !log.some(({ keys }) => keys.includes(key)))) {
      log.push(...waitingAs(tap, commands), ...sentAs(tap, entries, knows, keysOf));
    }
    const known = log.map(({ entry }) => aimed(entry, log));
    command.seated = statedBy(peopleOf(seats, known, (number) => log[number - 1].keys));
  });
}

/** @param {string} tap @param {Command[]} commands */
const waitingAs = (tap, commands) =>
  commands
    .filter((command) => command.tap === tap)
    .flatMap(({ entries }) => entries.map((entry) => ({ entry, keys: [tap] })));

/** @param {string} tap @param {Entry[]} entries @param {number} knows @param {KeysOf} keysOf */
const sentAs = (tap, entries, knows, keysOf) =>
  entries.flatMap((entry, at) => {
    const keys = keysOf(at + 1);
    return at >= knows && keys.includes(tap) ? [{ entry, keys }] : [];
  });

// An undo of a waiting command has no number yet.
/** @param {TappedEntry} entry @param {{ keys: string[] }[]} log @returns {Entry} */
const aimed = ({ of, ...entry }, log) =>
  of ? { ...entry, sequence: 1 + log.findIndex(({ keys }) => keys.includes(of[0])) } : entry;
