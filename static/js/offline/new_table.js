// The table of a new game, made of one that lies ready by the same rules (service_worker.js keeps it,
// companion/web/drawings/anew.py draws it): the link, the people and their colours are put in.
import { LOCALE } from "../browser/clock.js";
import { GAMES, forgetGame } from "./offline_copy.js";
import { newLink, openStarts } from "../sync/start_game.js";

const NO_GAME = "/g/-/";
const OF_RULES = /(?:g\/[^/]+\/anew|new\/alone\/[^/]+)\/$/; // the address of what lies ready, below that of home
const UNSENT = "Companion-Unsent"; // the worker does not forget a game that the server does not know yet

// The address of the table of these people, by the rules of the one that lies ready at `anew`, which are called
// `rules`; null where this browser keeps nothing, and then nothing of it is left.
export async function startHere({ anew, rules, names, dealer, colours }) {
  const starts = await openStarts();
  const made = Date.now();
  const link = newLink();
  const table = anew.replace(OF_RULES, `g/${link}/`);
  try {
    if (starts.trouble) throw new Error(starts.trouble);
    const { start } = await keepTable(anew, table, { link, names, dealer, colours, made });
    await starts.add({ tap: link, table, names, rules, round: 1, made, start: { ...start, dealer } });
    if (starts.trouble) throw new Error(starts.trouble);
    return table;
  } catch {
    await starts.drop(starts.commands.filter(({ tap }) => tap === link)); // or it would be stored once there is room
    starts.close();
    await forgetGame({ log: `${table}log` }).catch(() => {});
    return null;
  }
}

// The page of the table and its drawings, from those that lie ready; what the page carries.
/** @returns {Promise<any>} */
async function keepTable(anew, table, { link, names, dealer, colours, made }) {
  let carried = null;
  await remade(`${anew}drawings`, `${table}drawings`, link, (page) => dress(page, colours));
  await remade(`${anew}rules`, `${table}rules`, link, () => {});
  await remade(anew, table, link, (page) => {
    carried = seat(page, { link, seats: { names, first_dealer: dealer }, made });
    // Nobody sits there yet; what is empty is taken for drawn.
    for (const id of ["bar", "main", "dock"]) page.getElementById(id).replaceChildren(" ");
  });
  return carried;
}

async function remade(from, to, link, change) {
  const games = await caches.open(GAMES);
  const answer = await fetch(from); // from the worker, which keeps it
  if (!answer.ok) throw new Error(from);
  const page = new DOMParser().parseFromString((await answer.text()).replaceAll(NO_GAME, `/g/${link}/`), "text/html");
  change(page);
  const headers = new Headers(answer.headers);
  headers.set(UNSENT, "1");
  await games.put(to, new Response(`<!DOCTYPE html>${page.documentElement.outerHTML}`, { headers }));
}

function seat(page, people) {
  const script = page.getElementById("game");
  const carried = { ...JSON.parse(script.textContent), ...people };
  script.textContent = JSON.stringify(carried).replaceAll("<", "\\u003c");
  return carried;
}

function dress(page, colours) {
  const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long" }).format();
  const dateTime = new Intl.DateTimeFormat("sv").format(); // as machines say it
  for (const { content } of page.querySelectorAll("template[id^=draw-]")) {
    for (const time of content.querySelectorAll("time")) Object.assign(time, { textContent: day, dateTime });
  }
  page.body.dataset.colours = colours.map((colour) => colour + 1).join(" ");
  const tops = [...page.querySelectorAll("template[data-of=top]")];
  const worn = colours.map((colour, number) => {
    const top = tops[colour].cloneNode(true);
    top.dataset.key = number;
    return top;
  });
  for (const top of tops) top.remove();
  page.body.append(...worn);
}
