// Requests: timeouts, the pauses between retries, and what an answer says of the server.

export const PAUSES = { first: 1000, longest: 30_000 }; // ms between retries, doubled after each attempt

const TICK = 1000; // ms; a suspended phone counts as one tick
const TICKS = 5;

// The result of `work` of a browser API that may neither succeed nor fail; throws after the timeout.
/** @template T @param {Promise<T>} work @returns {Promise<T>} */
export async function inTime(work) {
  let isDone = false;
  const tooLate = async () => {
    for (let n = 0; n < TICKS && !isDone; n += 1) await new Promise((done) => setTimeout(done, TICK));
    throw new Error("the browser does not answer");
  };
  try {
    return await Promise.race([work, tooLate()]);
  } finally {
    isDone = true;
  }
}

// The complete response, read in this way; null if it is an error, or does not come in time.
/**
 * @template T @param {(answer: Response) => Promise<T>} read
 * @returns {(address: string, patience: number, options?: RequestInit) => Promise<T | null>}
 */
const complete = (read) => (address, patience, options) =>
  fetch(address, { ...options, signal: AbortSignal.timeout(patience) })
    .then((answer) => (answer.ok ? read(answer) : null))
    .catch(() => null);
export const textAt = complete((answer) => answer.text());
export const jsonAt = complete((answer) => answer.json());

// Whether the server can be reached now. It is requested, because a browser only knows whether there is some network.
const PATIENCE = 4000; // ms
const AWAY = [502, 503, 504]; // a proxy whose server is down

export const LOCKED = [401, 403]; // a server whose passphrase has changed

export async function isReached(patience = PATIENCE) {
  if (!navigator.onLine) return false;
  try {
    const { href } = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
    const { status } = await fetch(href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(patience) });
    return !AWAY.includes(status);
  } catch {
    return false;
  }
}

// Whether a response is that of a restored book which lacks a game. `book` is the id of the book from which the game
// was read, and `at` a time at which it had the game (ms): if that is the book of the backup, and the time is before
// the backup, the game was deleted before the backup.
/** @param {Response} answer @param {{ book: string, at: number }} known */
export function lacksGame({ status, headers }, { book, at }) {
  const theirs = headers.get("Companion-Book");
  const [copiedFrom, asOf] = (headers.get("Companion-Book-Backup") ?? "").split(" ");
  return status === 404 && Boolean(book && theirs) && theirs !== book && !(copiedFrom === book && at <= Number(asOf));
}
