// Taps that were never sent, because their link had ended: on the page of that link they are listed; the page of the
// new one offers to take them over. The server alone knows which links led to one game.
import { linksWithLeftOut } from "./left_out.js";
import { openOutbox, otherOutboxes } from "./outbox.js";
import { lastStep } from "../views/last_step.js";

const PATIENCE = 5000; // ms
export const isOver = (trouble) => ["gone", "deleted"].includes(trouble);

// { stranded, replaced }: what waits by older links of this game, [link, commands] each; and those of its older links
// that this phone has anything of.
export async function findStranded({ log, link, may_score: mayScore }) {
  if (!mayScore) return { stranded: [], replaced: [] };
  const waiting = await otherOutboxes(link);
  const others = [...new Set([...waiting.map(([old]) => old), ...linksWithLeftOut()])].filter((old) => old !== link);
  const isOurs = await Promise.all(others.map((old) => isReplaced(log.replace(/log$/, `share/replaces?link=${old}`))));
  const replaced = others.filter((_, n) => isOurs[n]);
  return { stranded: waiting.filter(([old]) => replaced.includes(old)), replaced };
}

async function isReplaced(address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok && (await answer.json()).replaces;
  } catch {
    return false; // asked again when the page is opened again
  }
}

// As `drawings.said("stranded")` takes it; null where nothing is.
export function strandedView({ state, trouble, outbox, stranded, isStuck = false }) {
  const ended = isOver(trouble);
  const commands = ended ? outbox.commands : stranded.flatMap(([, waiting]) => waiting);
  const steps = commands.flatMap(({ entries }) => entries.map((entry) => lastStep({ ...state, last: [0, entry] })));
  return steps.length ? { ended, deleted: trouble === "deleted", steps, is_stuck: isStuck } : null;
}

// All of it waits for this link from now on; whether it does.
export async function moveStranded({ outbox, stranded }) {
  for (const [link, commands] of stranded) if (!(await outbox.adopt(link, commands))) return false;
  return true;
}

// Returns what was dropped.
export async function dropStranded({ outbox, stranded, trouble }) {
  if (isOver(trouble)) return dropAll(outbox);
  const dropped = [];
  for (const [link] of stranded) {
    const old = await openOutbox(link);
    dropped.push(...(await dropAll(old)));
    old.close();
  }
  return dropped;
}

async function dropAll(outbox) {
  const { commands } = outbox;
  await outbox.drop(commands);
  return commands;
}
