// Serves cached pages and files while there is no network. It knows no version of the app: a page names the version of
// its files, so a new version comes with the next page from the server, and the files of a cached page are kept as
// long as the page.
//
// Messages from pages:
//   "claim"                this page is controlled by no worker: it shall be, and is kept
//   "keep"                 the page is all there and the browser is idle: the catalogue is fetched, where it is
//                          another by now
//   { opens: addresses }   which of these would open without a network; answered by the port that came along, as an
//                          array of booleans
import { lacksGame } from "../sync/requests.js";

const FILES = "files"; // by address; files below /static/<version>/ never change
// The home page, and for each game its table, templates and rules card, and its log (sync/offline_copy.js).
const GAMES = "games";
const MOST_GAMES = 20;
const PATIENCE = 4000; // ms; a slower network counts as none
const LONGEST = 60_000; // ms of a request that others wait for
const LEFT = 300; // ms after which a page has been left
const HOME = new URL(registration.scope).pathname; // there may be a path prefix
const ALONE = `${HOME}alone`;
const BELOW_A_GAME = new RegExp(`^${HOME}g/[^/]+/`);
const TABLE = new RegExp(`${BELOW_A_GAME.source}$`);
// Places of the table page.
const PLACES = "out(?:/(?:twice|\\d+))?|twice/\\d+|count(?:/\\d*)?|seat/\\d+|meld/\\d+|review|sheet|final";
const IN_THE_TABLE = new RegExp(`(${BELOW_A_GAME.source})(?:${PLACES})?$`);
const GO_ON = `${HOME}go-on`; // answered by home while the server lacks a game
const CHOOSE = `${HOME}new`;
const NEW = `${HOME}new/alone`; // replaces every page that sets up a game
const OF_THE_PHONE = new RegExp(`^${HOME}(?:language|large)$`); // change every page
const A_NEW_GAME = new RegExp(`^${CHOOSE}/`);
const ANEW = new RegExp(`^(?:${HOME}g/[^/]+/anew|${NEW}/[^/]+)/`); // the tables that it starts from
const OF_RULES = new RegExp(`^${HOME}(?:games/|(?:g/[^/]+/)?referee)`); // an earlier version cached referees
const OF_A_TABLE = ["", "drawings", "rules"];
// Rules cards and tables of the catalogue, packed in one text (web/offline/catalogue.py).
const CATALOGUE = `${HOME}catalogue-pages`;
const NAMED = new RegExp(`"(${HOME}static/[^"]+\\.(?:css|js|woff2|svg))"`, "g");
const SAID = /(<div id="said">)[\s\S]*?(<\/div>)/;
const GAME = /<script type="application\/json" id="game"[^>]*>([^<]*)<\/script>/;
const UNSENT = "Companion-Unsent"; // marks a game that the server does not know yet (new_table.js)
const AWAY = [429, 502, 503, 504]; // rate limit, or a proxy whose server is down

addEventListener("install", (event) => event.waitUntil(keepFile(ALONE)));
addEventListener("activate", (event) => event.waitUntil(Promise.all([askOnce(), claim()])));

// Navigation preload is off: if it fails, Firefox shows its own error page, whatever we answer.
const askOnce = () => registration.navigationPreload?.disable();

// Control and cache the pages that are open.
const claim = () => Promise.all([clients.claim(), keepOpen()]);

addEventListener("message", (message) => {
  const event = /** @type {ExtendableMessageEvent} */ (message);
  if (event.data === "claim") event.waitUntil(claim());
  else if (event.data === "keep") event.waitUntil(keepCatalogue().catch(() => {}));
  else if (event.data?.opens) event.waitUntil(tellWhatOpens(event.data.opens, event.ports[0]));
  else if (event.data?.gone) event.waitUntil(lose(event.data.gone));
  else skipWaiting();
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  // A HEAD asks whether the server can be reached (sync/requests.js), and is not even delayed here.
  if (origin !== location.origin || request.method === "HEAD") return;
  if (request.mode === "navigate")
    event.respondWith(request.method === "GET" ? look(event, pathname + search) : send(event, pathname));
  else if (pathname.startsWith(`${HOME}static/`)) event.respondWith(file(request));
  else if (ANEW.test(pathname)) event.respondWith(ready(request, pathname));
  else if (pathname.endsWith("/drawings")) event.respondWith(draw(event, pathname));
  else if (request.keepalive) event.respondWith(fetch(request)); // a beacon: without this it may go with its page
});

/** @type {Promise<unknown>} */ let moving = Promise.resolve(); // serialises moves of a page to the end of its cache
/** @param {string} cache @param {string | Request} address */
const found = async (cache, address) => (await caches.open(cache)).match(address, { ignoreVary: true });
/** @param {string} cache @param {string | Request} address */
const from = async (cache, address) => (await found(cache, address)) ?? moving.then(() => found(cache, address));
/** @param {Request} request @param {string} path */
const ready = async (request, path) => (await from(GAMES, path)) ?? (await fromCatalogue(path)) ?? fetch(request);
/** @param {Request} request */
const file = async (request) => (await found(FILES, request)) ?? fetch(request);

// After a form has changed a game, its cached table is refreshed; after that of the language or the size of
// letters, all that is cached.
/** @param {FetchEvent} event @param {string} path */
async function send(event, path) {
  const answer = await fetch(event.request).catch(() => null);
  const [table] = path.match(BELOW_A_GAME) ?? [];
  if (answer && table) event.waitUntil(keepAgain(table).catch(() => {}));
  if (answer && OF_THE_PHONE.test(path)) event.waitUntil(keepAllAnew().catch(() => {}));
  return answer ?? alone(path, true);
}

// Games that the server does not know yet stay as they are.
async function keepAllAnew() {
  await keepFile(ALONE);
  for (const table of await tablesIn(await caches.open(GAMES))) {
    await keepAnew(table).catch(() => {});
    await keepRules(table).catch(() => {});
  }
  await keepLists();
  await keepCatalogue();
}

/** @param {string} table */
const keepAgain = async (table) => (await from(GAMES, table)) && keepAnew(table);

/** @param {FetchEvent} event @param {string} address */
async function look(event, address) {
  const kept = await keptFor(address);
  const asked = ask(event, address);
  const answer = await (kept ? orTooLate(asked) : asked).catch(() => null);
  if (kept && (!answer || AWAY.includes(answer.status) || (await isOnlyHere(kept, answer)))) return kept;
  if (address === GO_ON && (!answer || (await hasUnsent()))) return Response.redirect(`${HOME}#go-on`);
  return answer ?? alone(address);
}

// The offline response for this address.
/** @param {string} address */
async function keptFor(address) {
  if (A_NEW_GAME.test(address)) return from(GAMES, NEW);
  const path = address.startsWith(`${CHOOSE}?`) ? CHOOSE : address;
  return (await from(GAMES, path.replace(IN_THE_TABLE, "$1"))) ?? fromCatalogue(path);
}

/** @param {string[]} addresses @param {MessagePort} port */
async function tellWhatOpens(addresses, port) {
  port.postMessage(
    await Promise.all(addresses.map(async (address) => address === GO_ON || Boolean(await keptFor(address)))),
  );
}

// The lines of a page, by numbers to base 36 such as `0-m g n-q`.
/** @param {string[]} lines @param {string} numbers */
const linesOf = (lines, numbers) =>
  numbers.split(" ").flatMap((span) => {
    const [first, last = first] = span.split("-").map((number) => parseInt(number, 36));
    return lines.slice(first, last + 1);
  });

// A page of the catalogue: the first line maps addresses to the numbers of its lines.
/** @param {string} path */
async function fromCatalogue(path) {
  const kept = await from(GAMES, CATALOGUE);
  const [index, ...lines] = (await kept?.text())?.split("\n") ?? ["{}"];
  const numbers = JSON.parse(index)[path];
  if (!kept || typeof numbers !== "string") return undefined; // none, or in the form of an earlier version
  const headers = { ...headersOf(kept.headers, POLICIES), "Content-Type": "text/html; charset=utf-8" };
  return new Response(linesOf(lines, numbers).join("\n"), { headers });
}

const hasUnsent = async () => (await (await caches.open(GAMES)).matchAll()).some(({ headers }) => headers.has(UNSENT));

// The server does not know this game yet, or no longer, after a restore.
/** @param {Response | undefined} kept @param {Response} answer */
async function isOnlyHere(kept, answer) {
  if (!kept || answer.status !== 404) return false;
  return kept.headers.has(UNSENT) || lacksGame(answer, gameIn(await kept.clone().text()));
}

// The game that a page embeds.
/** @param {string} page */
const gameIn = (page) => JSON.parse(page.match(GAME)?.[1] ?? "{}");

/** @param {FetchEvent} event @param {string} address */
async function ask(event, address) {
  const answer = await fetch(event.request);
  if (address === HOME) event.waitUntil(giveWay());
  if (address === HOME) event.waitUntil(keepNew().catch(() => {}));
  if (TABLE.test(address) && (await isNewAtHome(address))) event.waitUntil(keepLists().catch(() => {}));
  if (address === HOME || TABLE.test(address)) event.waitUntil(keepOrForget(address, answer.clone()).catch(() => {}));
  return answer;
}

// A game that is new on this phone is missing in cached lists.
// A restored game is listed as deleted on the cached home page.
/** @param {string} table */
async function isNewAtHome(table) {
  if (!(await from(GAMES, table))) return true;
  const home = await from(GAMES, HOME);
  return Boolean((await home?.text())?.includes(`${table}put-back`));
}

async function keepLists() {
  await keepAnew(HOME);
  await keepNew();
}

// At home, with no game open in another window, a new version of the worker takes over.
async function giveWay() {
  await new Promise((done) => setTimeout(done, LEFT));
  if (!(await openPaths()).some((path) => BELOW_A_GAME.test(path))) registration.waiting?.postMessage("");
}

/** @param {{ url: string }} page */
const pathOf = ({ url }) => new URL(url).pathname;
const openPaths = async () => (await clients.matchAll({ includeUncontrolled: true })).map(pathOf);
/** @param {Cache} cache */
const pathsIn = async (cache) => (await cache.keys()).map(pathOf);
/** @param {Cache} games */
const tablesIn = async (games) => (await pathsIn(games)).filter((path) => TABLE.test(path));

/** @param {FetchEvent} event @param {string} path */
async function draw(event, path) {
  const kept = await from(GAMES, path);
  const asked = fetch(event.request);
  event.waitUntil(asked.then((answer) => keepDrawn(path, answer.clone())).catch(() => {}));
  const answer = await (kept ? orTooLate(asked) : asked).catch(() => null);
  return (answer?.ok || !kept ? answer : kept) ?? Response.error();
}

// After a change of house rules the card has changed, too.
/** @param {string} path @param {Response} answer */
async function keepDrawn(path, answer) {
  const before = await (await from(GAMES, path))?.text();
  const now = await answer.clone().text();
  await keepDrawings(path, answer);
  if (before && before !== now) await keepRules(path.replace(/drawings$/, ""));
}

/** @template T @param {Promise<T>} asked @returns {Promise<T>} */
const orTooLate = (asked) => Promise.race([asked, new Promise((_, tooLate) => setTimeout(tooLate, PATIENCE))]);

// The replacement for a page that is not cached, or for the response to a form. Its link leads to the table if cached,
// otherwise home; a form cannot be repeated.
/** @param {string} address */
async function alone(address, isForm = false) {
  const page = await from(FILES, ALONE);
  if (!page) return Response.error();
  const table = address.match(BELOW_A_GAME)?.[0];
  const isHere = table && (await from(GAMES, table));
  const text = [isHere ? "home" : "table", isForm && "again"].reduce(withoutWay, await page.text());
  return new Response(text.replace(`${HOME}g/-/`, table ?? ""), { status: 503, headers: page.headers });
}

/** @param {string} page @param {string | false} way */
const withoutWay = (page, way) => page.replace(new RegExp(`<a [^>]*data-way="${way}"[^]*?</a>`), "");

// Cache pages that were opened before the worker was active.
async function keepOpen() {
  const open = (await openPaths()).map((path) => path.replace(IN_THE_TABLE, "$1"));
  for (const address of new Set([HOME, ...open.filter((one) => TABLE.test(one))]))
    await keepAnew(address).catch(() => {});
  await keepNew().catch(() => {});
}

/** @param {string} address */
const askToKeep = (address) =>
  fetch(address, { headers: { "Companion-Keep": "1" }, signal: AbortSignal.timeout(LONGEST) });

/** @type {Map<string, Promise<unknown>>} */ const turns = new Map(); // the last task for each address
// Tasks for the same address run one after another, so that an earlier response never replaces a later one.
/** @template T @param {string} address @param {() => Promise<T>} task @returns {Promise<T>} */
function inTurn(address, task) {
  const turn = (turns.get(address) ?? Promise.resolve()).then(task, task);
  turns.set(address, turn);
  return turn;
}

const keepNew = () => inTurn(NEW, keepNewPages);

// For new games: the page that asks who plays, the tables by recent rules, and the lists of games.
async function keepNewPages() {
  const answer = await askToKeep(NEW);
  if (!isWhatWasAsked(answer)) return;
  const page = asKept(await answer.text());
  /** @param {string} what */
  const named = (what) => [...page.matchAll(new RegExp(`data-${what}="([^"]+)"`, "g"))].map(([, address]) => address);
  const [tables, others] = [named("anew"), named("keep")];
  if (await isReady(page, [...tables.flatMap(allOfTable), ...others])) return;
  for (const address of tables) await keepTable(address);
  for (const address of others) await keepPage(address);
  await keep(NEW, page, answer.headers);
  const games = await caches.open(GAMES);
  /** @param {string} path */
  const isOld = (path) =>
    (ANEW.test(path) && !tables.some((address) => path.startsWith(address))) ||
    (OF_RULES.test(path) && !others.includes(path));
  for (const path of (await pathsIn(games)).filter(isOld)) await games.delete(path);
}

/** @param {string} address */
const allOfTable = (address) => OF_A_TABLE.map((name) => address + name);

/** @param {string} page @param {string[]} addresses */
async function isReady(page, addresses) {
  const kept = await Promise.all([NEW, ...addresses].map((address) => from(GAMES, address)));
  return kept.every(Boolean) && (await kept[0]?.text()) === page;
}

// One response for all games, revalidated by its ETag.
async function keepCatalogue() {
  const kept = await from(GAMES, CATALOGUE);
  const headers = { "Companion-Keep": "1", "If-None-Match": kept?.headers.get("ETag") ?? "" };
  const answer = await fetch(CATALOGUE, { headers });
  // The line is stored once for all pages.
  if (isWhatWasAsked(answer)) await keep(CATALOGUE, markedKept(await answer.text()), answer.headers);
}

/** @param {string} address */
async function keepTable(address) {
  await keepPage(address);
  await keepDrawings(`${address}drawings`, await fetch(`${address}drawings`));
  await keepRules(address);
}

/** @param {string} table */
const keepRules = (table) => keepPage(`${table}rules`);

/** @param {string} address */
async function keepPage(address) {
  const answer = await askToKeep(address);
  if (isWhatWasAsked(answer)) await keep(address, asKept(await answer.text()), answer.headers);
}

/** @param {string} address */
async function keepAnew(address) {
  await keepOrForget(address, await askToKeep(address));
  if (address !== HOME) await keepDrawings(`${address}drawings`, await fetch(`${address}drawings`));
}

/** @param {string} address @param {Response} answer */
const keepOrForget = (address, answer) => inTurn(address, () => keepOrForgetNow(address, answer));

/** @param {string} address @param {Response} answer */
async function keepOrForgetNow(address, answer) {
  if (await isOnlyHere(await from(GAMES, address), answer)) return undefined;
  // The lists contain its names, too.
  if (TABLE.test(address) && [404, 410].includes(answer.status)) return lose(address);
  if (!isWhatWasAsked(answer)) return undefined;
  const page = asKept(await answer.text());
  const before = await (await from(GAMES, address))?.text();
  await keep(address, page, answer.headers);
  if (address !== HOME && !(before && (await from(GAMES, `${address}rules`)) && rulesOf(before) === rulesOf(page)))
    await keepRules(address);
  return tidy();
}

/** @param {string} page */
const markedKept = (page) => page.replace("<html ", "<html data-kept ");
/** @param {string} page */
const asKept = (page) => markedKept(page).replace(SAID, "$1$2");

/** @param {Response} answer */
const isWhatWasAsked = ({ ok, redirected }) => ok && !redirected; // not the form for a passphrase

/** @param {string} path @param {Response} answer */
const keepDrawings = async (path, answer) => isWhatWasAsked(answer) && keep(path, await answer.text(), answer.headers);

/** @param {string} address */
async function keepFile(address) {
  const answer = await fetch(address);
  if (!isWhatWasAsked(answer)) throw new Error(address); // the browser tries again later
  const page = await answer.text();
  await (await caches.open(FILES)).put(address, new Response(page, { headers: answer.headers }));
  await keepFilesOf(page);
}

// The page last, so that a cached page is complete.
/** @param {string} address @param {string} page @param {Headers} headers */
async function keep(address, page, headers) {
  await keepFilesOf(page);
  const games = await caches.open(GAMES);
  const kept = new Response(page, { headers: headersOf(headers, ["Content-Type", "ETag", ...POLICIES]) });
  await games.put(address, kept.clone()); // if storage is full the old copy remains
  // The last cached is the last key, in every browser.
  const moved = games.delete(address).then(() => games.put(address, kept));
  moving = Promise.all([moving, moved.catch(() => {})]).then(() => {});
  await moved;
}

// The cache key of the rules card of a table: the version of the app, and the changes of house rules.
/** @param {string} page */
function rulesOf(page) {
  const { entries = [] } = gameIn(page);
  /** @param {Entry} entry */
  const isOfRules = ({ kind, sequence }) =>
    kind === "rules_changed" || (kind === "entry_undone" && entries[sequence - 1]?.kind === "rules_changed");
  return JSON.stringify([namedIn(page)[0], entries.filter(isOfRules)]);
}

const POLICIES = ["Content-Security-Policy", "Referrer-Policy"];
/** @param {Headers} headers @param {string[]} names @returns {Record<string, string>} */
const headersOf = (headers, names) =>
  Object.fromEntries(names.filter((name) => headers.has(name)).map((name) => [name, headers.get(name) ?? ""]));

/** @param {string} page */
const namedIn = (page) => [...page.matchAll(NAMED)].map(([, address]) => address);

/** @param {string} page */
async function keepFilesOf(page) {
  const files = await caches.open(FILES);
  const isThere = await Promise.all(namedIn(page).map((address) => files.match(address)));
  await files.addAll([...new Set(namedIn(page).filter((_, n) => !isThere[n]))]);
}

// A game that has gone: home and the page of a new game must not show its names.
/** @param {string} table */
async function lose(table) {
  await forget(table);
  const games = await caches.open(GAMES);
  for (const address of [HOME, NEW]) await games.delete(address);
  await keepAnew(HOME).catch(() => {});
  await keepNew().catch(() => {});
}

/** @param {string} table */
async function forget(table) {
  const games = await caches.open(GAMES);
  for (const path of await pathsIn(games)) if (path.startsWith(table)) await games.delete(path);
}

// Keep the last opened games only, and the files that some cached page names, so that an update leaves nothing behind.
async function tidy() {
  await moving;
  const games = await caches.open(GAMES);
  for (const table of (await tablesIn(games)).slice(0, -MOST_GAMES))
    if (!(await games.match(table))?.headers.has(UNSENT)) await forget(table);
  const files = await caches.open(FILES);
  const pages = [...(await games.matchAll()), await files.match(ALONE)].filter((page) => !!page);
  const wanted = new Set((await Promise.all(pages.map((page) => page.text()))).flatMap(namedIn));
  for (const path of await pathsIn(files)) if (path !== ALONE && !wanted.has(path)) await files.delete(path);
}
