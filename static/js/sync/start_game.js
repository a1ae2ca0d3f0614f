// Starts a game that the server may not know yet (docs/adr/0025). Its table is made from a cached one (new_table.js),
// with a link generated here. The start waits in an outbox of its own and is sent before any command of the game. A
// start is { tap, table, start, names, rules, round, made, changed }: the link, the address of the table, the request,
// the rules, the round (0 after the end), the time of creation and of the start of that round (ms). `sent` is set once
// the server has it, until home has seen the game itself; `refused` is the server's refusal.
import { GAMES } from "./offline_copy.js";
import { isEmptyOutbox, openOutbox } from "./outbox.js";
import { LOCKED, PAUSES } from "./requests.js";

const STARTS = "new games"; // cannot be a link
const PATIENCE = 15_000; // ms

export const openStarts = () => /** @type {Promise<Outbox<Start>>} */ (openOutbox(STARTS));
/** @param {Start} start */
export const isOpen = ({ sent }) => !sent;

// 128 random bits in 22 letters, like the server's tokens.
export const newLink = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

// The CSRF key for a cached page.
/** @param {{ key: string }} start */
export const askKey = async (start) => (await askKeyAndTime(start)).key;

// { key, now }: with the time of the server (ms, to the second), because the phone's clock may be wrong.
/** @param {{ key: string }} start @returns {Promise<{ key: string, now: number }>} */
async function askKeyAndTime({ key }) {
  const headers = { Accept: "application/json" };
  const answer = await fetch(key, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) throw new Error(LOCKED.includes(answer.status) ? "key" : "alone");
  return { ...(await answer.json()), now: Date.parse(answer.headers.get("Date") ?? "") || Date.now() };
}

/** @param {Response} answer */
const troubleIn = ({ status }) => ({ 422: "refused", 429: "many" })[status] ?? (status < 500 ? "key" : "alone");
/** @param {unknown} error */
const troubleOf = (error) => (/** @type {Error} */ (error).message === "key" ? "key" : "alone");

// Whether commands of the game are waiting: then its own table sends the game as a whole, or others would begin its
// first round again.
/** @param {{ tap: string }} start */
export const holdsTaps = async ({ tap }) => !(await isEmptyOutbox(tap));

// The start of this game while the server does not know it; undefined for all others.
/** @param {GameData} data */
export async function startOf({ link, log, seats, made, start }) {
  const starts = await openStarts();
  // Sending is idempotent.
  if (starts.trouble && start) starts.commands.push(asCarried({ link, log, seats, made, start }));
  const mine = () => starts.commands.find((command) => command.tap === link && isOpen(command));
  if (!mine()) return starts.close();
  return {
    get waits() {
      return Boolean(mine());
    },
    // The home page shows the round.
    stands(/** @type {State} */ { open }) {
      const [command, round] = [mine(), open?.deal.number ?? 0];
      if (command && command.round !== round) starts.change([Object.assign(command, { round, changed: Date.now() })]);
    },
    // Resolves once the server has the game; `say` receives a trouble.
    send: (/** @type {Pick<Listener, "say">} */ { say }) =>
      new Promise((done) => {
        /** @param {Start} command @param {string} trouble */
        const troubles = ({ tap }, trouble) => tap === link && say(trouble);
        let isMoved = false; // the game was moved to a new link
        const look = () => !mine() && !isMoved && done(say(null));
        /** @param {{ tap: string, table: string }} move */
        const moved = ({ tap, table }) => {
          if (tap !== link) return;
          isMoved = true;
          location.replace(table);
        };
        starts.addEventListener("change", look);
        sendStarts(starts, { link, say: troubles, look, moved });
      }),
  };
}

// The start as embedded in its page, for browsers that return nothing from storage.
/** @param {Pick<GameData, "link" | "log" | "seats" | "made" | "start">} data @returns {Start} */
const asCarried = ({ link, log, seats: { names, first_dealer: dealer }, made, start }) => ({
  tap: link,
  table: log.replace(/log$/, ""),
  names,
  made: Number(made),
  changes: 0,
  start: { .../** @type {StartRequest} */ (start), dealer },
});

// Sends all waiting starts, with retries, except those of other tables with commands of their own; `look` is called
// after each.
/** @param {Outbox<Start>} starts @param {SendingStarts} of @param {Pauses} pauses */
export function sendStarts(starts, { link, say = () => {}, look, moved = () => {} }, { first, longest } = PAUSES) {
  let pause = first;
  let notBefore = 0; // by performance.now(); the server asked for a delay
  let timer = 0;
  /** @type {Promise<unknown> | null} */ let sending = null;
  let isAsked = false; // run again when done
  /** @type {Set<string>} */ const refused = new Set(); // in this page; the next one retries
  /** @param {Start} start */
  const waits = (start) => isOpen(start) && !refused.has(start.tap);

  const wake = () => {
    clearTimeout(timer);
    const wait = notBefore - performance.now();
    if (wait > 0) timer = setTimeout(wake, wait);
    else if (sending) isAsked = true;
    else if (starts.commands.some(waits)) sending = starts.turn(sendAll).finally(isDone);
  };

  function isDone() {
    sending = null;
    if (isAsked) wake();
  }

  async function sendAll() {
    isAsked = false;
    await starts.read();
    /** @type {Start[]} */ const ours = [];
    for (const start of starts.commands.filter(waits))
      if (start.tap === link || !(await holdsTaps(start))) ours.push(start);
    for (const start of ours) if (notBefore <= performance.now()) await sendIt(start);
    look();
    if (!ours.some(waits)) return;
    timer = setTimeout(wake, Math.max(pause, notBefore - performance.now()));
    pause = Math.min(2 * pause, longest);
  }

  /** @param {Start} start */
  async function sendIt(start) {
    try {
      const answer = await fetch(start.start.to, await asRequest(start));
      await heard(start, answer);
    } catch (error) {
      // No network, or a truncated response: a retry is idempotent.
      say(start, troubleOf(error));
    }
  }

  /** @param {Start} start @param {Response} answer */
  async function heard(start, answer) {
    const told = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : null;
    notBefore = performance.now() + 1000 * (Number(answer.headers.get("Retry-After")) || 0);
    if (answer.ok && told?.link === start.tap) await changed(start, { sent: true, refused: null });
    else if (answer.status === 409) await move(starts, start).then(moved);
    else {
      if (answer.status === 422) {
        refused.add(start.tap);
        await changed(start, { refused: told.sentence });
      }
      say(start, troubleIn(answer));
    }
  }

  /** @param {Start} start @param {Partial<Start>} what */
  const changed = (start, what) => starts.change([Object.assign(start, what)]);

  for (const news of ["online", "pageshow"]) addEventListener(news, wake);
  document.addEventListener("visibilitychange", wake);
  wake();
}

// The start of this page's game, to repeat it; null if the page does not have it. `dealt` is by the clock of the
// server, and `made` by that of this phone if it started the game.
/** @param {GameData} data @returns {Restart | null} */
export function restartOf({ restart, start, made }) {
  if (restart) return { ...restart, dealt: restart.made };
  return start ? { ...start, made } : null;
}

// Starts a game again that the server lost, under its own link. Resolves to null once the server has it, from this
// phone or another, otherwise to the trouble: "alone", "key", "many" or "refused".
/** @param {GameData} data @param {Restart} restart */
export async function startAnew({ link, seats: { names, first_dealer: dealer } }, { made, dealt, ...start }) {
  try {
    const request = await asRequest({ tap: link, start: { ...start, dealer }, names, made, dealt });
    const answer = await fetch(start.to, request);
    return answer.ok || answer.status === 409 ? null : troubleIn(answer);
  } catch (error) {
    return troubleOf(error);
  }
}

/** @param {Pick<Start, "tap" | "start" | "names"> & { made?: number, dealt?: number }} start */
async function asRequest({ tap, start, names, made, dealt }) {
  const { key, now } = await askKeyAndTime(start);
  const ago = dealt === undefined ? Date.now() - Number(made) : now - dealt;
  const figures = { dealer: String(start.dealer), ago: String(Math.round(ago / 1000)) };
  const body = new URLSearchParams({ link: tap, rules: start.rules, ...figures });
  if (start.title) body.set("title", start.title);
  names.forEach((name, row) => body.append(`names-${row}`, name));
  const headers = { Accept: "application/json", "X-CSRFToken": key };
  return { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE) };
}

// The link belongs to another phone: move the game to a new link, step by step, and from the first step again if this
// page is left meanwhile. Nobody has seen the first link.
/** @param {Outbox<Start>} starts @param {Start} start */
async function move(starts, start) {
  const { tap: old, table: from } = start;
  const moving = start.moving ?? newLink();
  await starts.change([Object.assign(start, { moving })]);
  const table = from.replace(old, moving);
  const games = await caches.open(GAMES);
  for (const name of ["", "drawings", "rules"]) {
    const answer = await games.match(from + name, { ignoreVary: true });
    const page = (await answer?.text())?.replaceAll(old, moving);
    if (page) await games.put(table + name, new Response(page, { headers: answer?.headers }));
  }
  const [before, after] = await Promise.all([openOutbox(old), openOutbox(moving)]);
  for (const { order, ...command } of before.commands) if (!after.has(command)) await after.add(command);
  if (after.trouble) throw new Error(after.trouble); // they stay until there is room
  await before.drop(before.commands);
  await starts.change([Object.assign(start, { tap: moving, table, moving: null })]);
  return { tap: old, table };
}
