// Taps that were never sent, because their link had ended: on the page of that link they are listed; the page of the new one offers to
// take them over. The server alone knows which links led to one game.
import { openOutbox, otherOutboxes } from "./outbox.js";
import { lastStep } from "./views/round.js";

const PATIENCE = 5000; // ms

// What waits by older links of this game: [link, commands] each.
export async function findStranded({ log, link, may_score: mayScore }) {
  if (!mayScore) return [];
  const others = await otherOutboxes(link);
  const isOurs = await Promise.all(others.map(([old]) => isReplaced(log.replace(/log$/, `share/replaces?link=${old}`))));
  return others.filter((_, n) => isOurs[n]);
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
export function strandedView({ state, trouble, outbox, stranded }) {
  const ended = trouble === "gone";
  const commands = ended ? outbox.commands : stranded.flatMap(([, waiting]) => waiting);
  const steps = commands.flatMap(({ entries }) => entries.map((entry) => lastStep({ ...state, last: [0, entry] })));
  return steps.length ? { ended, steps } : null;
}

// All of it waits for this link from now on; whether it does.
export async function moveStranded({ outbox, stranded }) {
  for (const [link, commands] of stranded) if (!(await outbox.adopt(link, commands))) return false;
  return true;
}

export async function dropStranded({ outbox, stranded, trouble }) {
  if (trouble === "gone") return outbox.drop(outbox.commands);
  for (const [link] of stranded) {
    const old = await openOutbox(link);
    await old.drop(old.commands);
    old.close();
  }
}
