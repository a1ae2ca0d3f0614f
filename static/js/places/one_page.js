// One page with several places: each is rendered from the current game and has its own address. Navigation between
// places is immediate; before navigating to another page, waiting commands are sent.
//
// A place is an object, one file each in `places/`. All but the first three members are optional:
//   name                   of its template, `draw-<name>`
//   address                a pattern for the part of its address after /g/<link>/, such as /^count\/(\d+)$/
//   model(...found)        its view model; `found` are the numbers in the address
//   step(event)            handles a submitted form: a function, null if the server must
//   mayGo(...found)        whether it is available in the current state; default: always
//   opened(...found)       called when it is displayed, rendered here or by the server
//   left()                 called before another place is displayed
//   isLike(...found)       whether the displayed place can be patched into it, because it is of the same kind;
//                          default: no
//   heard(own)             called when the game has changed: true if it has updated itself, else it is redrawn
//   leadsTo()              the address to which its own redirects in the current state; it is never displayed
import { DEAF, lifted } from "../browser/finger.js";
import { painted } from "../browser/page_events.js";
import { newKey, sendForm } from "../browser/sending.js";
import { openDrawings } from "../drawing/drawings.js";
import { fill } from "../drawing/islands.js";
import { announce, mendScreen, turnScreen, walkScreen } from "../drawing/screen.js";
import { makeWayOut } from "../offline/leaving.js";
import { strandedView } from "../sync/ended_link.js";
import { LEFT_OUT } from "../sync/left_out.js";
import { isKeptPage } from "../sync/offline_copy.js";
import { lostView, missingView } from "../sync/restored_book.js";
import { bothInPoints, isOfTwoCounts, showBoth } from "../sync/two_counts.js";
import { lastStep } from "../views/open_round.js";

/** @param {OpenGamePage} game @param {StatusLine} line */
export function makeOnePage(game, line) {
  const drawings = openDrawings(game);
  const wayOut = makeWayOut(game, line);
  const at = (path = "") => game.log.replace(/log$/, path);
  const csrf =
    /** @type {HTMLInputElement | null} */ (document.querySelector("[name=csrf_token]"))?.value ?? game.key ?? "";
  /** @type {(Place | Detour)[]} */ const places = [];
  /** @type {{ step: FormStep }[]} */ const common = [];
  let key = newKey(); // of forms that go to the server
  /** @type {Whereabouts} */ let here;
  /** @type {string | null} */ let shown = ""; // the path of the displayed place
  /** @type {string | null} */ let drawnAs = null; // the displayed HTML
  /** @type {Words} */ let toSay = []; // the message about the last step of this phone
  let steps = 0; // steps of this phone that were to be displayed
  /** @type {string | null} */ let cameFrom = null; // the previous place, until the address has changed

  // The arguments of places.
  /** @type {PlacePage} */
  const page = {
    game,
    drawings,
    go,
    home,
    leave,
    leaveWith,
    isAt: (path) => here.path === path,
    tap,
    draw,
    questions,
    redrawn,
    said,
    reply: line.reply,
    say: (...words) => (toSay = words),
  };

  // Attach to this page: the place that the server has drawn, and the places that can replace it; `steps` handles the
  // forms of all places.
  /** @param {MakePlace[]} makers @param {((page: PlacePage) => { step: FormStep })[]} steps */
  function open(makers, steps) {
    places.push(...makers.map((make) => make(page)));
    common.push(...steps.map((make) => make(page)));
    if (!isKeptPage()) standAtItsAddress();
    // A page of the server that is not available offline.
    else if (!whereIs(location.pathname)) history.replaceState(null, "", at());
    here = placeAt(location.pathname);
    shown = isKeptPage() ? "" : here.path; // a cached game has only its table, whatever place was requested
    if (here.path === shown && isThere(here)) here.place.opened?.(...here.found);
    drawings.come();
    if (game.waiting || game.version > game.drawnAt || isKeptPage()) draw(false); // newer than this page
  }

  // The response to a form has the address of the form; a reload must GET it, not repeat the POST.
  function standAtItsAddress() {
    const { path } = /** @type {HTMLElement} */ (document.getElementById("game")).dataset;
    history.replaceState(history.state, "", path === undefined ? location.href : at(path));
  }

  /** @param {string} pathname @returns {Whereabouts | null} */
  function whereIs(pathname) {
    if (!pathname.startsWith(at())) return null;
    const path = pathname.slice(at().length);
    const place = places.find(({ address }) => address.test(path));
    if (place?.leadsTo) return whereIs(at(place.leadsTo()));
    return place ? { place, found: [...(path.match(place.address) ?? [])].slice(1).map(Number), path } : null;
  }

  // The place at this address, otherwise the table.
  /** @param {string} pathname */
  const placeAt = (pathname) => /** @type {typeof here} */ (whereIs(pathname) ?? whereIs(at()));

  // A place in the current state, not displayed yet.
  /** @param {Whereabouts} there */
  async function drawn(there) {
    await drawings.come();
    return drawnNow(there);
  }

  /** @param {Whereabouts} there */
  const drawnNow = ({ place, found }) => drawings.draw(place.name, { ...place.model(...found), key, csrf });

  // The regions of the displayed place in the current state, and a message; null and "" before the templates have
  // loaded.
  function redrawn() {
    return drawings.has(here.place.name) && here.path === shown ? drawnNow(here).parts().map(fill) : null;
  }

  /** @param {string} name @param {object} model */
  function said(name, model) {
    return drawings.has(here.place.name) ? drawings.said(name, model) : [];
  }

  function questions() {
    const [stranded, missing] = [strandedView(game), missingView(game)];
    return [
      ...(missing ? drawings.said("missing", missing) : []),
      ...(stranded ? drawings.said("stranded", stranded) : []),
      ...(game.lost.length ? drawings.said("lost", lostView(game.lost)) : []),
      ...game.questions.flatMap(asked),
    ];
  }

  /** @param {boolean} own */
  async function draw(own) {
    const isHeard = () => here.path === shown && here.place.heard?.(own);
    if (isHeard()) return;
    if (own) steps += 1;
    const step = steps;
    if (!own) await lifted(); // a tap refers to what was displayed when the finger came down
    await drawings.come();
    if (!isThere(here)) moveOn();
    await drawings.come(here.place.name);
    if (step !== steps || (!own && isHeard())) return; // the draw of a later step displays everything, as its own
    if (isThere(here)) show(drawnNow(here), own); // else its question was settled meanwhile, and that is drawn next
  }

  /** @param {Whereabouts} there */
  const isThere = ({ place, found }) => !drawings.lacks(place.name) && place.mayGo?.(...found) !== false;

  // A place that is no longer available is replaced by the page of this phone: the round is written, others have
  // undone a step, or somebody has won.
  function moveOn() {
    push();
    const asked = game.questions.find(hasPage);
    const path = at(asked ? placeOf(asked.matter) : home());
    history.replaceState(history.state, "", path);
    here.place.left?.();
    here = placeAt(path);
  }

  /** @param {Drawing} drawing @param {boolean} own */
  function show(drawing, own) {
    const text =
      drawing.text + JSON.stringify([game.questions, game.lost.length, strandedView(game), missingView(game)]);
    const isAsBefore = !own && here.path === shown && text === drawnAs; // nothing displayed has changed
    drawnAs = text;
    if (!isAsBefore) put(drawing, own);
    document.dispatchEvent(new CustomEvent("news"));
  }

  /** @param {Drawing} drawing @param {boolean} own */
  function put({ title, body, wear, colour, parts: made }, own) {
    const parts = made();
    for (const part of parts) {
      if (own && toSay.length && part.id === "main") announce(part.querySelector("#said"), drawings.said(...toSay));
      part.querySelector("#questions")?.append(...questions());
    }
    if (own) toSay = [];
    const isOther = here.path !== shown;
    shown = here.path;
    if (isOther) painted().then(() => standThere(title, colour));
    else if (document.title !== title) document.title = title;
    const turn = here.place.isLike?.(...here.found) ? walkScreen : turnScreen;
    if (isOther) turn(parts, body, own, () => here.place.opened?.(...here.found), wear);
    else mendScreen(parts, own);
  }

  // Update address, title and theme colour after the paint, because nothing waits for them.
  /** @param {string} title @param {() => void} colour */
  function standThere(title, colour) {
    push();
    if (here.path !== shown) return;
    document.title = title;
    colour();
  }

  function push() {
    if (cameFrom) history.pushState({ from: cameFrom }, "", at(here.path));
    cameFrom = null;
  }

  // Commands that the server refused because others were faster, with the reason.
  /** @param {WaitingQuestion} question */
  function asked(question) {
    if (isOfTwoCounts(game, question)) return drawings.said("two_counts", bothInPoints(game, question));
    const { tap, status, sentence, canKeep, commands, matter } = question;
    if (matter.kind !== "other") return drawings.said(matter.kind, matter);
    const lines = game.linesOf(commands, matter);
    const number = lines.length;
    const [entry] = commands[0].entries;
    const step = lastStep({ ...game.state, last: [0, entry] });
    return drawings.said("question", {
      ...step,
      lines,
      sentence,
      is_left_out: status === LEFT_OUT,
      tap,
      one: number < 2,
      several: number > 1 && number,
      can_keep: canKeep,
    });
  }

  // A question is asked at once, unless a hand is being counted: then a notice appears there.
  /** @param {WaitingQuestion} question */
  async function meet(question) {
    if (isOfTwoCounts(game, question)) return isOther(question) || showBoth(game, csrf, question);
    const { kind } = question.matter;
    const isAsking = () => ["two_out", "two_rounds"].includes(here.place.name) && isThere(here); // one after another
    const isCounting = () => here.place.name === "count" && isThere(here) && kind !== "two_out";
    if (!hasPage(question) || isCounting() || isAsking()) return undefined;
    await drawings.come(kind);
    await lifted();
    const isStillAsked = game.questions.some(({ tap, matter }) => tap === question.tap && matter.kind === kind);
    const there = whereIs(at(placeOf(question.matter)));
    if (!isStillAsked || isCounting() || isAsking()) return undefined;
    push();
    if (isThere(here)) cameFrom = location.pathname;
    return turn(/** @type {Whereabouts} */ (there), [], false);
  }

  /** @param {WaitingQuestion} question */
  const hasPage = ({ matter }) => matter.kind !== "other";
  /** @param {Matter} matter */
  const placeOf = ({ kind, number }) => (kind === "two_out" ? "out/twice" : `twice/${number}`);

  // Go to this address, in this page if possible; `words` are the message about the step.
  /** @param {string} path @param {Words} words */
  function go(path, ...words) {
    if (!turnTo(at(path), words)) leave(path);
  }

  // Navigate if the server can be reached; whether it did.
  /** @param {string} path */
  function leave(path) {
    push();
    return wayOut.go(() => location.assign(at(path)));
  }

  // POST these fields and navigate to the response.
  /** @param {string} path @param {Fields} fields */
  function leaveWith(path, fields) {
    return wayOut.go(() => sendForm(at(path), { csrf_token: csrf, ...fields }));
  }

  // The path of the page to which this phone returns: its player's own one, the table, or the winner.
  function home() {
    const own = game.seat !== null && whereIs(at(`seat/${game.seat}`));
    return own && isThere(own) ? own.path : game.state.open ? "" : "final";
  }

  /** @param {string} pathname @param {Words} words */
  function turnTo(pathname, words = []) {
    const there = whereIs(pathname);
    push();
    if (!there || !isThere(there) || !(drawings.has(there.place.name) || isKeptPage())) return false;
    if (["", "final"].includes(there.path) && history.state?.from === at(there.path) && !words.length) history.back();
    else {
      if (there.path !== here.path) cameFrom = location.pathname;
      turn(there, words);
    }
    return true;
  }

  /** @param {Whereabouts} there @param {Words} words */
  function turn(there, words = [], own = true) {
    here.place.left?.();
    here = there;
    shown = null;
    page.say(...words);
    draw(own);
  }
  addEventListener("popstate", () => {
    cameFrom = null;
    turn(placeAt(location.pathname));
  });

  // Decide a tap here, and announce it unless there is a message about it.
  /** @param {Entry[]} entries @param {number | null} [round] */
  function tap(entries, round = game.state.open?.deal.number) {
    const answer = game.tap({ entries, round });
    if (!answer.kept)
      location.assign(at()); // the game has changed; the server shows it
    else if (!toSay.length)
      drawings.come().then(() => announce(null, drawings.said("done", /** @type {object} */ (lastStep(game.state)))));
    return Boolean(answer.kept);
  }

  game.addEventListener("change", ({ detail }) => draw(detail.own));
  game.addEventListener("question", ({ detail }) => meet(detail));
  // A phone that counts another hand stays there and shows a notice.
  /** @param {WaitingQuestion} question */
  const isOther = ({ commands: [{ entries }] }) => here.place.name === "count" && here.found[0] !== entries[0].seat;
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    key = newKey(); // after the back button a submit is a new tap
    draw(false);
  });

  // After a tap the button may mean the opposite: for a moment it ignores a double tap.
  /** @param {HTMLElement | null} button */
  function isAgain(button) {
    if (button?.ariaDisabled === "true") return true;
    if (button) button.ariaDisabled = "true";
    setTimeout(() => button && (button.ariaDisabled = null), DEAF);
    return false;
  }

  /** @param {FormSubmit} event */
  const stepOf = (event) => [here.place, ...common].map((one) => one.step?.(event)).find(Boolean);

  addEventListener(
    "submit",
    (event) => {
      const submit = /** @type {FormSubmit} */ (event);
      const step = stepOf(submit);
      if (!step) return wayOut.sends(submit);
      event.preventDefault();
      if (!isAgain(submit.submitter)) step();
    },
    true,
  );

  // A link to a part of this page.
  /** @param {HTMLAnchorElement} link */
  const isBelow = ({ hash, href }) => hash && href.split("#")[0] === location.href.split("#")[0];
  /** @param {MouseEvent} event */
  const isPlain = ({ button, ctrlKey, metaKey, shiftKey }) => !button && !ctrlKey && !metaKey && !shiftKey;

  addEventListener("click", (event) => {
    if (event.defaultPrevented) return;
    /** @template {HTMLElement} [T=HTMLButtonElement] @param {string} css @returns {T | null | undefined} */
    const tapped = (css) => /** @type {Element} */ (event.target).closest?.(css);
    const answer = tapped("[data-answer]");
    if (answer) game.answer(answer.value, answer.dataset.answer ?? "");
    const lost = tapped("[data-lost]")?.dataset.lost;
    if (lost === "send") game.resend();
    else if (lost === "leave") game.goWithout();
    if (tapped("[data-start-again]")) game.startAgain();
    const stranded = tapped("[data-stranded]");
    if (stranded) game.settleStranded(stranded.dataset.stranded ?? "");
    const both = tapped("[data-both]");
    const question = both && game.questions.find(({ tap }) => tap === both.value);
    if (question) wayOut.go(() => showBoth(game, csrf, question));
    /** @type {HTMLAnchorElement | null | undefined} */ const link = tapped("a[href]");
    if (!link || !isPlain(event) || link.origin !== location.origin || link.target || isBelow(link)) return;
    if (!link.hash && turnTo(link.pathname)) event.preventDefault();
    else wayOut.leads(event, link);
  });

  return {
    open,
    meet: () => game.questions.slice(0, 1).forEach(meet),
    drawn: (/** @type {string} */ path) => drawn(placeAt(at(path))),
    path: () => here.path,
    add: (/** @type {MakePlace} */ make) => places.push(make(page)),
    come: drawings.come,
    colour: drawings.colourOf,
    said,
    go,
    // Whether this page can display the target of this link now.
    has(/** @type {HTMLAnchorElement} */ { pathname }) {
      const there = whereIs(pathname);
      return there !== null && isThere(there);
    },
  };
}
