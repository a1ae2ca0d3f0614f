// Loads the script of a page completely before it is imported, so that it is cached: a module whose fetch failed is
// never requested again.
import { pause } from "./page_events.js";

const PATIENCE = 8000; // ms
const AGAIN = 2000; // ms until a retry

// The response text; null if the server has none. Rejects after the timeout.
/** @param {string} address */
export async function soon(address, patience = PATIENCE) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(patience) });
  const text = await answer.text();
  return answer.ok ? text : null;
}

// Asks for this script until the server can be reached, which it is `away` from until then; false if it has none.
/** @param {string} script @param {() => void} [away] @returns {Promise<boolean>} */
export async function isBrought(script, away) {
  try {
    return Boolean(await soon(script));
  } catch {
    away?.();
    await pause(AGAIN);
    return isBrought(script, away);
  }
}
