// Sends the waiting commands: one page at a time, in order, with retries. Each answer applies to its command alone.
import { asCommand } from "../rules/fold/entries.js";
import { haveGoneOn, holdAnew, isHeld, isUnasked } from "./rebase.js";
import { PAUSES } from "./requests.js";
import { askKey } from "./start_game.js";

const AT_ONCE = 100;
const PATIENCE = 15_000; // ms; the timeout of a response
const STRAYS = ["ahead", "diverged", "other_book"]; // codes: the commands were made on another log
/** @type {Record<number, string>} */
const STOPS = { 400: "key", 401: "key", 403: "key", 409: "full" };

// `isThere` says whether the server has the game yet, and `isLacking` whether a response is that of a restored book
// without it. `hear` receives each response: { version, entries, answers }, and the entries of each command as they
// were sent, as text; `say` a trouble: "key" (this page must be reloaded), "gone" (the link has ended), "missing"
// (a restored book lacks the game), null (none).
/** @param {GameData} data @param {Outbox} outbox @param {Listener} listener @param {Pauses} [pauses] */
export function makeSender(data, outbox, { position, hear, isLacking, say, isThere }, { first, longest } = PAUSES) {
  const { log } = data;
  let pause = first;
  let notBefore = 0; // by performance.now(), a monotonic clock; the server asked for a delay
  /** @type {number | null} */ let lostAt = null; // by performance.now(); no response since then
  let timer = 0;
  /** @type {Promise<unknown> | null} */ let sending = null;
  let isAsked = false; // run again when done
  let most = AT_ONCE;

  function wake() {
    clearTimeout(timer);
    if (!isThere()) return;
    const wait = notBefore - performance.now();
    if (wait > 0) timer = setTimeout(wake, wait);
    else if (sending) isAsked = true;
    else if (outbox.commands.some((command) => !isHeld(command))) sending = outbox.turn(sendAll).finally(isDone);
  }

  function isDone() {
    sending = null;
    if (isAsked) wake();
  }

  async function sendAll() {
    isAsked = false;
    await outbox.read();
    for (let batch = next(); batch.length && isThere(); batch = next()) {
      if (!(await outbox.lease())) return later(0); // another page has taken the lease
      if (!(await send(batch))) return;
      await outbox.read();
    }
  }

  function next() {
    holdAnew(outbox.commands);
    return nextBatch(outbox.commands.filter((command) => !isHeld(command))).slice(0, most);
  }

  // Whether to continue with the next one.
  /** @param {Command[]} batch */
  async function send(batch) {
    if (lostAt !== null) haveGoneOn(outbox.commands, lostAt);
    const sent = new Map(batch.map(({ tap, entries }) => [tap, JSON.stringify(entries)]));
    let answer;
    let told;
    try {
      data.key ??= await askKey(/** @type {StartRequest} */ (data.start));
      answer = await fetch(log, { ...asRequest(batch), signal: AbortSignal.timeout(PATIENCE) });
      told = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : {};
    } catch (error) {
      if (/** @type {Error} */ (error).message === "key") return stop("key");
      lostAt ??= performance.now();
      return later(0); // no network, or a truncated response: a retry is idempotent
    }
    if (answer.ok && !answer.redirected && told.answers) {
      [pause, notBefore, lostAt] = [first, 0, null];
      say(null);
      await hear(told, sent);
      return true;
    }
    return trouble(answer, told, batch);
  }

  /** @param {Command[]} batch */
  const asRequest = (batch) => ({
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": data.key ?? "" },
    body: JSON.stringify({ commands: batch.map(asSent), ...position(), now: Date.now(), in_order: true }),
  });

  // Sent or not, it is written once; the next page gets the response.
  function leave() {
    const batch = next();
    if (batch.length && data.key && isThere()) fetch(log, { ...asRequest(batch), keepalive: true }).catch(() => {});
  }

  /** @param {Response} answer @param {Refusal} told @param {Command[]} batch */
  async function trouble(answer, { code = "", sentence }, batch) {
    const { status, headers } = answer;
    if (STRAYS.includes(code)) return void hear({ stray: code });
    const again = Number(headers.get("Retry-After"));
    if (status >= 500 || status === 429 || again) {
      lostAt ??= performance.now();
      return later(again * 1000 || pause);
    }
    if (status !== 413 && status !== 422) return stop(isLacking(answer) ? "missing" : (STOPS[status] ?? "gone"));
    const [{ tap }, ...others] = batch;
    most = others.length ? 1 : AT_ONCE; // alone, so that the others are sent
    if (!others.length) await hear({ answers: [{ tap, status: "refused", code: "unreadable", sentence }] });
    return true;
  }

  // Until the page is opened again.
  /** @param {string} trouble */
  function stop(trouble) {
    say(trouble);
    return false;
  }

  /** @param {number} wait */
  function later(wait) {
    notBefore = performance.now() + wait;
    timer = setTimeout(wake, wait || pause);
    pause = Math.min(2 * pause, longest);
    return false;
  }

  for (const news of ["online", "pageshow"]) addEventListener(news, wake);
  document.addEventListener("visibilitychange", wake);
  return { wake, leave };
}

// An undo needs the number of its target.
/** @param {Command[]} commands */
function nextBatch(commands) {
  const waits = commands.findIndex(({ entries }) => entries.some(({ of }) => of));
  return waits < 0 ? commands : commands.slice(0, waits);
}

/** @param {Command} command */
function asSent(command) {
  const { tap, seen, seated, round, entries, made } = command;
  const time = command.isUntimed ? {} : { tapped_at: made };
  const wanted = entries.map(({ of, ...entry }) => asCommand(entry));
  return { tap, seen, seated, round, ...time, unasked: isUnasked(command), entries: wanted };
}
