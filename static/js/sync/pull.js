// Receives the tail of the log: by an event stream if the server has one free, otherwise by polling.
import { LOCKED } from "./requests.js";

const SILENCE = 12_000; // ms; a heartbeat comes every eight seconds
const RECONNECT = 1000;
const POLL_EVERY = 4000;
const STREAM_AGAIN = 30_000;
const MISSING_AGAIN = { first: 5000, longest: 300_000 }; // ms; each request counts as one for a wrong link
const PATIENCE = 5000; // ms; the timeout of a request for the tail

// The log after this entry, null on failure.
/** @param {string} log @param {number} version @returns {Promise<Told | null>} */
export const tailOf = async (log, version) => (await asked(log, version))?.told ?? null;

// Parses lines of the log: { entries, others, taps }: the entries, the numbers of those of other phones, and the keys
// of this phone's entries by number.
/** @param {LogLine[]} lines */
export const readLines = (lines) => ({
  entries: lines.map(({ entry }) => entry),
  others: lines.filter(({ here }) => !here).map(({ number }) => number),
  taps: new Map(lines.filter(({ tap }) => tap).map(({ number, tap }) => [number, tap])),
});

// Waiting commands may be in the log already, if the response was lost.
/** @param {string} log @param {Command[]} commands */
export const tailSince = (log, commands) =>
  commands.length ? tailOf(log, Math.min(...commands.map(({ seen }) => seen))) : null;

// Whether these entries continue a log of this length.
/** @param {LogLine[] | undefined} entries @param {number} version */
export const continues = (entries, version) =>
  [undefined, version + 1].includes(entries?.find(({ number }) => number > version)?.number);

/** @param {number} version @param {string} [mark] */
const after = (version, mark) => new URLSearchParams({ after: String(version), ...(mark && { mark }) });

// The response and its log; null after the timeout, or if truncated.
/** @param {string} log @param {number} version @param {string} [mark] @returns {Promise<LogAnswer | null>} */
async function asked(log, version, mark) {
  try {
    const answer = await fetch(`${log}?${after(version, mark)}`, { signal: AbortSignal.timeout(PATIENCE) });
    return { answer, told: answer.ok ? await answer.json() : null };
  } catch {
    return null;
  }
}

// `hear` receives { version, entries }; `isLacking` says whether a response is that of a restored book without the
// game; `say` receives "alone" without a connection, "key" if this page must be reloaded, "missing" if a restored book
// lacks the game, "gone" if the link has ended, "deleted" while the game can be restored, otherwise null.
/** @param {GameData} data @param {Listener} listener */
export function followTail({ live, log, may_score: mayScore }, { position, hear, isLacking, say }) {
  /** @type {EventSource | null} */ let stream = null;
  let silence = 0;
  let poll = 0;
  let again = 0;
  let missedFor = 0; // ms until the next request whether another phone has brought the game back

  function listen() {
    leave();
    if (document.hidden) return;
    const known = position();
    stream = new EventSource(`${live}?${after(known.after, known.mark)}`);
    wait();
    stream.addEventListener("tail", ({ data }) => {
      wait();
      clearInterval(poll);
      say(null);
      hear(JSON.parse(data));
    });
    stream.addEventListener("gone", ask);
    stream.addEventListener("error", () => {
      const isLost = stream?.readyState !== EventSource.CLOSED;
      leave();
      if (isLost) {
        // EventSource would continue from its last event, but other responses brought more
        again = setTimeout(listen, RECONNECT);
        return say("alone");
      } // else there is no free stream
      poll = setInterval(ask, POLL_EVERY);
      again = setTimeout(listen, STREAM_AGAIN);
      ask();
    });
  }

  function wait() {
    clearTimeout(silence);
    silence = setTimeout(isSilent, SILENCE);
  }

  function isSilent() {
    say("alone");
    listen();
  }

  function leave() {
    stream?.close();
    stream = null;
    clearInterval(poll);
    for (const timer of [silence, again]) clearTimeout(timer);
  }

  async function ask() {
    const known = position();
    const { answer, told } = (await asked(log, known.after, known.mark)) ?? {};
    if (!answer) return say("alone");
    if (missedFor && (told || answer.status === 409)) return isBack();
    if (told) {
      say(null);
      return hear(told);
    }
    if (answer.status === 409) return hear({ stray: "ahead" });
    if (LOCKED.includes(answer.status)) return say("key");
    if (answer.status !== 404 && answer.status !== 410) return;
    leave();
    if (isLacking(answer)) return isMissing();
    const seconds = Number(answer.headers.get("Retry-After")); // a deleted game can be restored
    say(seconds ? "deleted" : "gone");
    if (seconds) again = setTimeout(listen, seconds * 1000);
  }

  // The links for watching have changed then.
  function isMissing() {
    say("missing");
    missedFor = missedFor ? Math.min(2 * missedFor, MISSING_AGAIN.longest) : MISSING_AGAIN.first;
    if (mayScore) again = setTimeout(ask, missedFor);
  }

  function isBack() {
    missedFor = 0;
    say(null);
    listen();
  }

  document.addEventListener("visibilitychange", listen);
  addEventListener("online", listen);
  addEventListener("offline", () => say("alone"));
  addEventListener("pagehide", leave);
  addEventListener("pageshow", ({ persisted }) => persisted && listen());
  listen();
  return { listen };
}
