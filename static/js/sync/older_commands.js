// Commands stored by earlier versions of the app do not state whom their seats mean. They have the length of the log
// up to which their seats are right (`knows`), and the keys of the joins, and undos, that waited before them
// (`newcomers`; the very first versions: all that waited).
import { peopleOf, statedBy } from "./moved_seats.js";

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
