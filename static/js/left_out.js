// What was left out of the log on this phone, for no phone else has ever had it: by game, in this browser, until it is brought back. Each
// record is stored by itself, so that two tabs do not overwrite each other; where the browser keeps nothing, in this page alone.
import { newKey } from "./new_key.js";

const unstored = new Map();
const prefixOf = (game) => `companion-left-out-${game}-`;

function inThisBrowser(work) {
  try {
    return work(localStorage);
  } catch {
    return null; // nothing can be stored, or no more
  }
}

// Every record of this game: { id, at, round, lines, commands, asked }, the oldest first.
export function leftOut(game) {
  const stored = inThisBrowser((storage) =>
    Object.keys(storage)
      .filter((key) => key.startsWith(prefixOf(game)))
      .map((key) => JSON.parse(storage.getItem(key))),
  );
  const here = [...unstored].filter(([key]) => key.startsWith(prefixOf(game))).map(([, record]) => record);
  return [...(stored ?? []), ...here].sort((one, other) => one.at - other.at);
}

// These commands of a question, with the lines that tell what they are.
export function setAside(game, { status, code, sentence, doubts, by, at, lines, matter }, commands) {
  const id = newKey();
  const asked = { status, code, sentence, doubts, by, at };
  const record = { id, at: Date.now(), round: matter.number ?? commands[0].round, lines, commands, asked };
  const key = prefixOf(game) + id;
  const isStored = inThisBrowser((storage) => {
    storage.setItem(key, JSON.stringify(record));
    return true;
  });
  if (!isStored) unstored.set(key, record);
}

function takeOut(game, id) {
  unstored.delete(prefixOf(game) + id);
  inThisBrowser((storage) => storage.removeItem(prefixOf(game) + id));
}

// The page was opened to bring back the record that its address names; whether there is one.
export function bringBack(game, hash) {
  const [, id] = hash.match(/^#bring-back-([\d-]+)$/) ?? [];
  const record = id && leftOut(game.link).find((one) => one.id === id);
  if (record) game.bringBack(asAsked(record)).then(() => takeOut(game.link, id));
  return Boolean(record);
}

// The commands of a record as they wait for an answer: with random keys of their own, for those they had may have been sent.
function asAsked({ commands, asked }) {
  const taps = new Map(commands.map(({ tap }) => [tap, newKey()]));
  const renamed = ({ of, ...entry }) => (taps.has(of?.[0]) ? { ...entry, of: [taps.get(of[0]), ...of.slice(1)] } : of ? { ...entry, of } : entry);
  const [first] = commands;
  return commands.map(({ order: _, ...command }) => ({
    ...command,
    tap: taps.get(command.tap),
    entries: command.entries.map(renamed),
    ...(command.tap === first.tap ? { asked, under: null } : { asked: null, under: taps.get(first.tap) }),
  }));
}
