// Commands left out on this phone, which no other phone has: by game, in local storage, until they are brought back.
// Each record has its own key, so that two tabs do not overwrite each other; without storage they are kept in this
// page.
import { newKey } from "../browser/sending.js";
import { inThisBrowser } from "../browser/storage.js";

/** @type {Map<string, LeftOutRecord>} */ const unstored = new Map();
export const LEFT_OUT = "left_out"; // the status of a question that the server has not asked
const IS_RECORD = /^companion-left-out-([\w-]{22})-/;
/** @param {string} game */
const prefixOf = (game) => `companion-left-out-${game}-`;

// Every record of this game: { id, at, round, lines, commands, asked }, the oldest first; `lines` is null once its
// names were removed.
/** @param {string} game @returns {LeftOutRecord[]} */
export function leftOut(game) {
  const stored = inThisBrowser((storage) =>
    Object.keys(storage)
      .filter((key) => key.startsWith(prefixOf(game)))
      .map((key) => JSON.parse(storage.getItem(key) ?? "")),
  );
  const here = [...unstored].filter(([key]) => key.startsWith(prefixOf(game))).map(([, record]) => record);
  return [...(stored ?? []), ...here].sort((a, b) => a.at - b.at);
}

// The links of all games with such records.
export function linksWithLeftOut() {
  const keys = [...(inThisBrowser((storage) => Object.keys(storage)) ?? []), ...unstored.keys()];
  return [...new Set(keys.flatMap((key) => key.match(IS_RECORD)?.[1] ?? []))];
}

/** @param {string} game @param {LeftOutRecord} record */
function store(game, record) {
  const key = prefixOf(game) + record.id;
  unstored.delete(key);
  const isStored = inThisBrowser((storage) => {
    storage.setItem(key, JSON.stringify(record));
    return true;
  });
  if (!isStored) unstored.set(key, record);
}

// Record these commands of a question, with the lines that describe them.
/** @param {string} game @param {SetAside} question @param {Command[]} commands */
export function setAside(game, question, commands) {
  const { status, code, sentence, doubts, by, at, lines, matter } = question;
  const asked = { status, code, sentence, doubts, by, at };
  store(game, { id: newKey(), at: Date.now(), round: matter.number ?? commands[0].round, lines, commands, asked });
}

// Record commands that were dropped without a question of the server; brought back they become one.
/** @param {string} game @param {TapLine[] | null} lines @param {Command[]} commands */
export function setAsideUnasked(game, lines, commands) {
  setAside(game, { status: LEFT_OUT, code: LEFT_OUT, sentence: "", lines, matter: {} }, commands);
}

// The link has ended: remove the names from its records. They are kept for the link that replaced it.
/** @param {string} game */
export function forgetNames(game) {
  for (const record of leftOut(game)) store(game, { ...record, lines: null });
}

// Records of older links of this game are listed with it, and described again if their names were removed.
/** @param {Pick<OpenGamePage, "link" | "linesOf">} game @param {string[]} links */
export function takeOverLeftOut(game, links) {
  for (const link of [game.link, ...links]) {
    for (const { lines, ...record } of leftOut(link).filter((record) => !record.lines || link !== game.link)) {
      takeOut(link, record.id);
      store(game.link, { ...record, lines: lines ?? game.linesOf(record.commands, {}) });
    }
  }
}

/** @param {string} game @param {string} id */
function takeOut(game, id) {
  unstored.delete(prefixOf(game) + id);
  inThisBrowser((storage) => storage.removeItem(prefixOf(game) + id));
}

// Bring back the record named in the address of the page; whether there is one.
/** @param {OpenGamePage} game @param {string} hash */
export function bringBack(game, hash) {
  const [, id] = hash.match(/^#bring-back-([\d-]+)$/) ?? [];
  const record = id && leftOut(game.link).find((stored) => stored.id === id);
  if (record) game.bringBack(asAsked(record)).then(() => takeOut(game.link, id));
  return Boolean(record);
}

// The commands of a record as a question, with new random keys, because the old ones may have been sent.
/** @param {LeftOutRecord} record @returns {Command[]} */
function asAsked({ commands, asked }) {
  const taps = new Map(commands.map(({ tap }) => [tap, newKey()]));
  /** @param {string} tap */
  const renewed = (tap) => taps.get(tap) ?? tap;
  /** @param {TappedEntry} entry */
  const renamed = ({ of, ...entry }) =>
    /** @type {TappedEntry} */ (of ? { ...entry, of: [renewed(of[0]), ...of.slice(1)] } : entry);
  const [first] = commands;
  return commands.map(({ order: _, isFirst: __, ...command }) => ({
    ...command,
    tap: renewed(command.tap),
    ...(command.seated && {
      seated: Object.fromEntries(Object.entries(command.seated).map(([seat, key]) => [seat, renewed(key)])),
    }),
    lost: null,
    entries: command.entries.map(renamed),
    ...(command.tap === first.tap ? { asked, under: null } : { asked: null, under: renewed(first.tap) }),
  }));
}
