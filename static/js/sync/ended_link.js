// Commands that were not sent before their link ended: the page of that link lists them; the page of the new one
// offers to take them over. Only the server knows which links led to one game.
import { lastStep } from "../views/open_round.js";
import { linksWithLeftOut } from "./left_out.js";
import { openOutbox, otherOutboxes } from "./outbox.js";
import { jsonAt } from "./requests.js";

const PATIENCE = 5000; // ms
/** @param {Trouble} trouble */
export const isEnded = (trouble) => trouble === "gone" || trouble === "deleted";

// { stranded, replaced }: the commands of older links of this game, [link, commands] each; and the older links of
// which this phone has anything.
/** @param {GameData} data */
export async function findStranded({ log, link, may_score: mayScore }) {
  if (!mayScore) return { stranded: [], replaced: [] };
  const waiting = await otherOutboxes(link);
  const others = [...new Set([...waiting.map(([old]) => old), ...linksWithLeftOut()])].filter((old) => old !== link);
  const isOurs = await Promise.all(others.map((old) => isReplaced(log.replace(/log$/, `share/replaces?link=${old}`))));
  const replaced = others.filter((_, n) => isOurs[n]);
  return { stranded: waiting.filter(([old]) => replaced.includes(old)), replaced };
}

// Without an answer it is asked again when the page is opened again.
/** @param {string} address */
const isReplaced = async (address) => (await jsonAt(address, PATIENCE))?.replaces;

// The argument of `drawings.said("stranded")`; null if there are none.
/** @param {OpenGamePage} game */
export function strandedView({ state, trouble, outbox, stranded, isStuck = false }) {
  const ended = isEnded(trouble);
  const commands = ended ? outbox.commands : stranded.flatMap(([, waiting]) => waiting);
  const steps = commands.flatMap(({ entries }) => entries.map((entry) => lastStep({ ...state, last: [0, entry] })));
  return steps.length ? { ended, deleted: trouble === "deleted", steps, is_stuck: isStuck } : null;
}

// Move them to this link; whether that succeeded.
/** @param {Pick<OpenGamePage, "outbox" | "stranded">} game */
export async function moveStranded({ outbox, stranded }) {
  for (const [link, commands] of stranded) if (!(await outbox.adopt(link, commands))) return false;
  return true;
}

// Drop them; returns the dropped commands.
/** @param {Pick<OpenGamePage, "outbox" | "stranded" | "trouble">} game */
export async function dropStranded({ outbox, stranded, trouble }) {
  if (isEnded(trouble)) return dropAll(outbox);
  /** @type {Command[]} */ const dropped = [];
  for (const [link] of stranded) {
    const old = await openOutbox(link);
    dropped.push(...(await dropAll(old)));
    old.close();
  }
  return dropped;
}

/** @param {Outbox} outbox */
async function dropAll(outbox) {
  const { commands } = outbox;
  await outbox.drop(commands);
  return commands;
}
