// Runs the service worker with caches in memory and a network that answers when it is told to. Prints the facts that
// test_service_worker_in_node.py expects.
import { setImmediate as turn } from "node:timers/promises";

const ORIGIN = "https://cards.example";
const STYLES = "/static/1/css/companion.css";
const pathOf = (request) => new URL(request.url ?? request, ORIGIN).pathname;
const listeners = new Map();
const requests = []; // the path of each
const waiting = []; // those that are not answered yet

class MemoryCache {
  #kept = new Map();
  match = async (request) => (request.method === "HEAD" ? undefined : this.#kept.get(pathOf(request))?.clone());
  put = async (request, response) => void this.#kept.set(pathOf(request), response);
  delete = async (request) => this.#kept.delete(pathOf(request));
  keys = async () => [...this.#kept.keys()].map((path) => ({ url: ORIGIN + path }));
  matchAll = async () => [...this.#kept.values()].map((response) => response.clone());
  addAll = async (requests) => {
    for (const request of requests) await this.put(request, await fetch(request));
  };
}

const stored = new Map();
Object.assign(globalThis, {
  registration: { scope: `${ORIGIN}/` },
  location: new URL(ORIGIN),
  clients: { matchAll: async () => [], claim: async () => {} },
  addEventListener: (type, listener) => listeners.set(type, listener),
  fetch: (request) =>
    new Promise((answer) => {
      const path = pathOf(request);
      requests.push(path);
      waiting.push({ path, answer, number: requests.filter((one) => one === path).length });
    }),
  caches: {
    open: async (name) => stored.get(name) ?? stored.set(name, new MemoryCache()).get(name),
  },
});
await import("../../static/js/pages/service_worker.js");

async function settle() {
  for (let n = 0; n < 50; n += 1) await turn();
}

// A request of a page; `answered` says whether the worker handles it.
function request(path, { method = "GET", mode = "navigate" } = {}) {
  let answered = false;
  listeners.get("fetch")({
    request: { url: ORIGIN + path, method, mode },
    respondWith: () => (answered = true),
    waitUntil() {},
  });
  return { answered };
}

// Answer the latest request for this path; `pages` are the responses in order of the requests.
async function answer(path, ...pages) {
  await settle();
  const [{ number, answer }] = waiting.splice(waiting.findLastIndex((one) => one.path === path), 1);
  answer(new Response(pages[number - 1] ?? pages.at(-1)));
}

const keptAt = async (path) => (await (await (await caches.open("games")).match(path))?.text()) ?? null;

// Home is opened before and after a game was started, whose player the page of a new game then suggests.
for (const page of ["<html >nobody yet", "<html >Bo leads"]) {
  request("/");
  await answer("/", page);
}
const suggested = ["<html >nobody yet", "<html >Bo: add"];
for (const _ of suggested) await answer("/new/alone", ...suggested);

// Home is opened twice: the stylesheet of its earlier page arrives after its later page.
for (const page of [`<html >early "${STYLES}"`, "<html >late"]) {
  request("/");
  await answer("/", page);
}
await answer(STYLES, "");
await settle();

console.log(
  JSON.stringify({
    new_game: await keptAt("/new/alone"),
    home: await keptAt("/"),
    handles: ["HEAD", "GET"].filter((method) => request(STYLES, { method, mode: "cors" }).answered),
  }),
);
process.exit(0);
