// The score sheet. Only the server draws its print version, with a note about fonts that its PDF lacks. They are
// loaded while the server has the whole game, for the button and the browser's own menu. Otherwise both print the
// screen, and offline the button says that it has to wait.
import { loadedStylesheet } from "../browser/page_events.js";
import { isMade } from "../drawing/morph.js";
import { sheetView } from "../views/sheet.js";

const PATIENCE = 4000; // ms

/** @param {PlacePage} page @returns {Place} */
export function sheetPlace({ game, drawings, reply }) {
  /** @type {Paper | null} */ let paper = null; // the version it was drawn from, and the inserted elements
  /** @type {Promise<unknown>} */ let laying = Promise.resolve();
  let isLost = false; // the server did not answer
  let isPrinting = false;

  const isHere = () => document.body.matches(".sheet-page");
  const isAlone = () => !navigator.onLine || game.trouble === "alone";
  /** @param {Paper} paper */
  const isOfNow = ({ of }) => of === game.version && !game.waiting && isHere();
  const isLaid = () => paper && isOfNow(paper) && paper.parts.at(-1)?.isConnected;
  const lay = () =>
    (laying = laying.then(bring).then(
      () => (isLost = false),
      () => (isLost = true),
    ));

  async function bring() {
    if (isLaid()) return;
    for (const part of paper?.parts ?? []) part.remove();
    paper = null;
    if (isAlone() || game.waiting || !isHere()) return;
    const found = await asked(game.log.replace(/log$/, "sheet"));
    if (!found.parts.length || !isOfNow(found)) return; // changed since: ask again
    paper = found;
    for (const part of paper.parts) isMade(part);
    document.getElementById("main")?.append(...paper.parts);
  }

  // A double tap opens one dialog only.
  async function print() {
    if (isPrinting) return;
    isPrinting = true;
    await printOnceLaid();
    isPrinting = false;
  }

  async function printOnceLaid() {
    if (!isLaid()) reply("looking");
    if (game.toSend && !isAlone()) await game.sent(PATIENCE);
    await Promise.race([lay(), new Promise((done) => setTimeout(done, PATIENCE))]);
    const waits = !isLaid() && (isLost || isAlone());
    reply(waits ? "away" : "");
    if (!waits && isHere()) window.print();
  }

  document.addEventListener("click", ({ target }) => /** @type {Element} */ (target).closest?.("#print") && print());

  return {
    name: "sheet",
    address: /^sheet$/,
    model: () => sheetView(game.fold, { mayScore: game.mayScore, title: game.state.title ?? drawings.title }),
    opened: lay,
    heard() {
      lay();
      return false;
    },
  };
}

// The print version of the server's page, with its stylesheets.
/** @param {string} address @returns {Promise<Paper>} */
async function asked(address) {
  const answer = await fetch(address, { headers: { "Companion-Live": "1" }, signal: AbortSignal.timeout(PATIENCE) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const parts = [...page.querySelectorAll(".lacks, .leaf")];
  /** @type {NodeListOf<HTMLLinkElement>} */ const styles = page.querySelectorAll(
    "link:is([href$='/race.css'], [href$='/leaf.css'])",
  );
  if (parts.length) await Promise.all([...styles].map(loadedStylesheet));
  return { of: parseInt(page.getElementById("live")?.dataset.tag ?? "", 10), parts };
}
