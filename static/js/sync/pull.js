// What others write reaches an open page as the tail of the log: by a stream while there is room for us, else it is
// asked for.
import { LOCKED } from "./reach.js";

const SILENCE = 12_000; // ms: the heart beats every eight seconds
const RECONNECT = 1000;
const POLL_EVERY = 4000;
const STREAM_AGAIN = 30_000;
const MISSING_AGAIN = { first: 5000, longest: 300_000 }; // ms; each of these questions counts as a wrong link
const PATIENCE = 5000; // ms that a page may wait for what it was not told

// The log after this entry, null where it cannot be had.
export const tailOf = async (log, version) => (await asked(log, version))?.told ?? null;

// What these lines of the log say: { entries, others, taps }: the entries, the numbers of those that other phones
// wrote, and by number the taps of those that this phone wrote.
export const readLines = (lines) => ({
  entries: lines.map(({ entry }) => entry),
  others: lines.filter(({ here }) => !here).map(({ number }) => number),
  taps: new Map(lines.filter(({ tap }) => tap).map(({ number, tap }) => [number, tap])),
});

// What waits may be in the log already, if the answer to it was lost.
export const tailSince = (log, commands) =>
  commands.length ? tailOf(log, Math.min(...commands.map(({ seen }) => seen))) : null;

// Whether what is new of these entries follows on a log of this length.
export const continues = (entries, version) =>
  [undefined, version + 1].includes(entries?.find(({ number }) => number > version)?.number);

// The server's answer and the log in it; null where none has come in time, or only part of one.
async function asked(log, version, mark) {
  try {
    const answer = await fetch(`${log}?${new URLSearchParams({ after: version, ...(mark && { mark }) })}`, {
      signal: AbortSignal.timeout(PATIENCE),
    });
    return { answer, told: answer.ok ? await answer.json() : null };
  } catch {
    return null;
  }
}

// `hear` is told { version, entries }; `isLacking` says of an answer whether it is that of a restored book, which
// lacks the game; `say` "alone" while there is no connection, "key" where this page must be loaded again, "missing"
// where a restored book lacks the game, "gone" where the link leads nowhere, "deleted" while the game may be put back,
// null otherwise.
export function followTail({ live, log, may_score: mayScore }, { position, hear, isLacking, say }) {
  let stream = null;
  let silence = 0;
  let poll = 0;
  let again = 0;
  let missedFor = 0; // ms until it is asked again whether another phone has brought the game back

  function listen() {
    leave();
    if (document.hidden) return;
    const { after, mark } = position();
    stream = new EventSource(`${live}?${new URLSearchParams({ after, ...(mark && { mark }) })}`);
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
        // The browser would go on from the last event, and more is known here by other answers.
        again = setTimeout(listen, RECONNECT);
        return say("alone");
      } // else there is no room for us
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
    const { after, mark } = position();
    const { answer, told } = (await asked(log, after, mark)) ?? {};
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
    const seconds = Number(answer.headers.get("Retry-After")); // a deleted game may be put back
    say(seconds ? "deleted" : "gone");
    if (seconds) again = setTimeout(listen, seconds * 1000);
  }

  // Links to watch by are new ones then.
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
