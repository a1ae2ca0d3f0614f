// A hand while it is counted: each tap is shown at once, and put into the outbox after a debounce.
import { lifted } from "../../browser/finger.js";
import { forgetErrors, showFigures, showRefusal, takenBack, theirs } from "./hand_panel.js";
import { decide } from "../../rules/decide.js";
import { missing } from "../../rules/judging/scoring.js";
import { missedOf } from "../../rules/model/state.js";
import { modeKey } from "./keys.js";
import { mend } from "../../drawing/morph.js";
import { announce, focusHeading, holdWaysOn, mendRegion } from "../../drawing/screen.js";
import { inThisTab, textOf } from "../../browser/storage.js";
import { typedHand } from "./typed_hand.js";
import { countsOf, handView } from "../../views/hand_view.js";
import { countedSoFar, withLaidMelds } from "../../views/hand_form.js";
import { countTakenBack } from "../../views/undoing.js";

const KEEP_AFTER = 250; // ms, the debounce
// The points, and how they were counted.
const TOLD = [".pts", "#counted:not([hidden])", "#typed > :not([hidden])", "#still", "#bought"]
  .concat(".stepper:has(:enabled + output) > :not(button)")
  .join();
/** @param {string} id */
const find = (id) => /** @type {WithData<string>} */ (document.getElementById(id));

// The displayed hand of this seat; `phones` tells which phone counts which hand.
/** @param {PlacePage} page @param {Seat} seat @param {() => Phones} phones */
export function openHand(page, seat, phones) {
  const { game } = page;
  const form = /** @type {HandForm} */ (find("hand"));
  const open = () => /** @type {OpenRound} */ (game.state.open);
  const { number: round } = open().deal;
  const counts = countsOf(game.ruleset, open(), seat);
  const now = () => ({ ruleset: game.ruleset, open: open() });
  const typed = typedHand(form, { seat, counts }, now, changed, leadOn);
  const since = game.state.version; // undo takes back counts after this version
  let touched = form.dataset.typed === "1"; // submitted before, and returned with an error
  // The version of the log when this hand was last drawn; later counts of other phones have not been seen.
  let drawnAt = touched ? Number(form.elements.version.value) : game.seenOf(seat);
  let [unsaved, isKept, isLeft] = [touched, false, false];
  let drawnOf = game.others.size; // the number of other phones' entries drawn around it
  /** @type {string | null} */ let base = null; // the stored hand, and the one displayed or counted here
  let timer = 0;
  /** @type {HTMLElement | null} */ let asker = null; // the last button that asked: down or not?
  let askedFor = ""; // its words: the dock may be drawn again, with another next step

  const isOver = () =>
    !(game.state.open?.over && game.state.open.deal.number === round && game.state.open.deal.players.includes(seat));
  const seen = () => game.seenOf(seat, drawnAt);
  const classes = JSON.stringify(open().deal.values);
  const isByOtherRules = () => JSON.stringify(open().deal.values) !== classes;
  const asKept = () => JSON.stringify(countedSoFar(game.fold, seat));

  // The game with the hand as typed, even if incomplete.
  function withTyped() {
    try {
      const entry = typed.entry();
      const down = typed.isDownOpen() ? missedOf(game.ruleset) !== null : entry.down;
      return decide(game.fold, [{ ...entry, down }], round);
    } catch {
      return game.fold; // invalid, or the round is over
    }
  }

  function show() {
    if (isOver()) return;
    const isTaken = typed.tickDown();
    const fold = withTyped();
    const view = handView(fold, seat, phones(), typed.blankParts());
    const { deal } = /** @type {OpenRound} */ (fold.state.open);
    showFigures(form, typed, view, isTaken, { ruleset: fold.ruleset, deal }, said);
    find("mode").textContent = typed.left.isTyping() ? form.dataset.cardsWord : form.dataset.totalWord;
    tellUndo(document);
  }

  // Show a sentence of the page, once the templates have loaded.
  /** @param {string} name @param {object} model */
  function said(name, model) {
    const words = page.said(name, model);
    if (!words.length && !page.drawings.has("count"))
      page.drawings.come("count").then(
        () => isLeft || show(),
        () => {},
      );
    return words;
  }

  function draw() {
    typed.fill(countedSoFar(game.fold, seat));
    [base, drawnAt, touched, unsaved] = [asKept(), game.seenOf(seat), false, false];
    if (typed.parts.length > 1) openOne(handView(game.fold, seat, phones(), typed.blankParts()));
    find("hand-changed").hidden = true;
    show();
  }

  /** @param {CountView} view */
  function openOne({ parts }) {
    const first = parts.findIndex((part) => part.is_open);
    parts.forEach((part, n) => typed.parts[n].open({ ...part, is_open: n === first }));
  }

  function changed() {
    [touched, unsaved, isKept] = [true, true, false];
    page.say();
    find("said").querySelector(".said:not(.theirs)")?.remove();
    find("kept").textContent = "";
    forgetErrors(form);
    show();
    clearTimeout(timer);
    timer = setTimeout(settle, KEEP_AFTER);
  }

  const isAskerThere = () => asker?.isConnected && asker.textContent === askedFor;

  // The answer was all that the hand lacked: it does what the button does that asked for it, or the red one.
  function leadOn() {
    const red = "#dock .btn:last-child";
    const button = /** @type {HTMLElement} */ (isAskerThere() ? asker : document.querySelector(red));
    button.ariaDisabled = null; // this is no double tap
    button.click();
  }

  function settle() {
    announceSum();
    if (mayBeKept()) keep();
  }

  const announceSum = () => announce(null, [...document.querySelectorAll(TOLD)]);

  /** @param {Node[]} told */
  const tell = (...told) => announce(find("said"), told);

  // This tab keeps an unfinished sum, a total until the question “down or not” is answered, and the answer “down”: the
  // log does not tell it from what few cards show.
  const mayBeKept = () => !typed.isHalfTyped() && !typed.isDownOpen();
  const draft = textOf(`${game.link} ${round} ${seat}`, inThisTab);

  // Put the current hand into the outbox.
  function keep() {
    clearTimeout(timer);
    if (!unsaved || isOver()) return;
    if (!mayBeKept()) return draft.set(typed.left.total());
    draft.set(typed.saidDown() === "yes" ? "yes" : "");
    unsaved = false;
    isKept = Boolean(game.tap({ entries: [typed.entry()], round, seen: seen() }).kept);
    tellKept();
  }

  const tellKept = () =>
    (find("kept").textContent =
      isKept && !unsaved && !game.toSend && !game.questions.length ? find("kept").dataset.kept : "");

  // The counts of this phone, which undo takes back here; without any, the step that led here.
  const counted = () => countTakenBack(game.fold, seat, since, game.isOther);

  /** @param {ParentNode} root */
  function tellUndo(root) {
    const isMine = touched || counted().length > 0;
    const before = root.querySelector("#undo-button");
    if (before) before.hidden = isMine;
    const undo = /** @type {HTMLElement} */ (root.querySelector("#undo-count"));
    undo.toggleAttribute("hidden", Boolean(before) && !isMine);
    undo.toggleAttribute("disabled", !isMine); // its place is reserved before it is needed
  }

  /** @param {number} sequence */
  const undoOf = (sequence) => ({ kind: "entry_undone", sequence });

  function undo() {
    clearTimeout(timer);
    unsaved = isKept = false;
    draft.set("");
    const numbers = counted();
    if (numbers.length) game.tap({ entries: numbers.map(undoOf), round });
    draw();
    around(true);
    holdWaysOn(); // another Undo is in its place now
    focusHeading(); // it had the focus
    find("kept").textContent = "";
    const isTheirs = open().counted_at[seat] > since; // the stored count is from elsewhere
    tell(...(isTheirs ? [] : [takenBack(form)]));
  }

  // The tabs and the next page, for the current game.
  /** @param {boolean} own */
  async function around(own) {
    await (own ? null : lifted()); // after a tap that navigates there is nothing to draw
    if (!page.drawings.has("count")) await page.drawings.come("count");
    const parts = isLeft || isOver() ? null : page.redrawn();
    if (!parts) return;
    /** @param {string} id */
    const part = (id) =>
      /** @type {HTMLElement} */ (
        parts.map((one) => (one.id === id ? one : one.querySelector(`#${id}`))).find(Boolean)
      );
    tellUndo(part("dock"));
    mendRegion(find("people"), part("people"), own);
    for (const id of ["hand-links", "round-note"]) mend(find(id), part(id));
    mendRegion(find("dock"), part("dock"), own);
    mendRest(part("hand").querySelector(".rest:not(.none)"));
    find("undo")?.remove();
    if (part("undo")) find("main").append(part("undo"));
    find("questions").replaceChildren(...page.questions());
    drawnOf = game.others.size;
  }

  // The button says so if it also writes the round.
  /** @param {HTMLElement | null} rest */
  function mendRest(rest) {
    const now = form.querySelector(".rest:not(.none)");
    if (!now || !rest) return;
    mend(now, rest);
    show();
  }

  // The game has changed. An untouched hand shows the new count; a touched one shows a notice.
  /** @param {boolean} own */
  function heard(own) {
    if (isLeft) return;
    const isGone = isOver(); // only leaving is possible
    find("round-changed").hidden = !isGone;
    find("dock").hidden = isGone;
    if (isGone) return;
    if (isByOtherRules()) return drawAnew();
    const isNews = asKept() !== base;
    if (!isNews) find("hand-changed").hidden = true;
    if (own && isNews && isUntouched() && isUndone()) drawOwn();
    else if (own || !isNews) base = asKept();
    else if (isUntouched()) drawTheirs();
    else tellChanged();
    tellKept();
    tellUndo(document);
    around(own);
  }

  // The keys have changed.
  function drawAnew() {
    unsaved = false;
    page.go(`count/${seat}`);
  }

  const isUntouched = () => !unsaved && (!touched || typed.isBlank());

  const isUndone = () => game.fold.entries.at(-1)?.kind === "entry_undone";

  // The count was taken back by the button that names it as the last step.
  function drawOwn() {
    draw();
    if (typed.isBlank()) tell(takenBack(form));
  }

  // No key moves, so a tap at this moment adds to the new count; a notice says so.
  async function drawTheirs() {
    await lifted();
    if (isLeft || isOver() || asKept() === base) return;
    if (!isUntouched()) return tellChanged();
    draw();
    if (open().counted_at[seat]) tell(theirs(form));
  }

  function tellChanged() {
    isKept = false;
    find("hand-changed").hidden = false;
    tellKept();
  }

  // The missing answer before the page can change, null for none: { part } or { what }.
  function lacks() {
    if (isOver() || (!touched && phones().counting.includes(seat))) return null; // counted elsewhere
    const part = typed.missing();
    if (part) return { part };
    const { state } = withTyped();
    const what = missing(/** @type {OpenRound} */ (state.open), seat);
    return what && { what };
  }

  // Store the hand before the page changes, at a tap on this button; false if an answer is missing.
  /** @param {HTMLElement | null} by */
  function isDone(by) {
    const { part, what } = lacks() ?? {};
    if (typed.isDownOpen()) {
      [asker, askedFor] = [by, by?.textContent ?? ""];
      typed.askDown();
      return false;
    }
    if (part) part.ask();
    else if (what && typed.left.isTyping()) typed.askTotal();
    else if (what)
      showRefusal(page.said("refused", { code: "blank_hand", missing: what, name: game.state.names[seat] }));
    else keepAsShown();
    return !part && !what;
  }

  // Store the typed hand even if others have counted it since: then the server asks which one is right.
  function keepAsShown() {
    const isMelded = withLaidMelds(open(), seat) !== open(); // shown, but not counted yet
    if ((isMelded || touched) && !typed.isBlank() && (isMelded || asKept() !== base)) unsaved = true;
    keep();
  }

  // Set the hand by one tap; whether it is complete.
  /** @param {Partial<Entry>} entry */
  function says(entry) {
    clearTimeout(timer);
    draft.set("");
    unsaved = false;
    isKept = Boolean(game.tap({ entries: [{ ...typed.entry(), ...entry }], round, seen: seen() }).kept);
    tellKept();
    return !missing(open(), seat);
  }

  // With large letters the keypad may lie over the question whether the player is down.
  const uncoverQuestion = () =>
    typed.left.isTyping() &&
    document.querySelector(".facts fieldset:not(:has(:checked))")?.scrollIntoView({ block: "nearest" });

  const typing = new AbortController();
  addEventListener(
    "keydown",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const isField = target.matches("input:not([type=radio])");
      if (!typed.left.isTyping() || isField || event.ctrlKey || event.metaKey) return;
      typed.parts.find((part) => part.isOpen())?.type(event.key === "Backspace" ? "⌫" : event.key);
    },
    { signal: typing.signal },
  );

  find("sum").before(
    modeKey(() => {
      typed.switchMode();
      show();
      uncoverQuestion();
      announceSum();
    }),
  );
  find("mode").hidden = counts === "points";
  find("undo-count").hidden = false;
  if (touched) typed.setMode();
  if (touched) show();
  else draw();
  const told = document.querySelectorAll("main > .trouble"); // errors from the server
  if (told.length) showRefusal([...told]);
  if (draft.get() && !game.isOther(open().counted_at[seat])) {
    // The part with the error may have been completed meanwhile.
    if (draft.get() === "yes") {
      typed.confirmDown();
      show();
    } else {
      typed.left.retype(draft.get());
      typed.setMode();
      changed();
    }
  }
  uncoverQuestion();

  return {
    form,
    typed,
    heard,
    keep,
    lacks,
    isDone,
    says,
    undo,
    draw,
    isUnreadable: () => typed.isHalfTyped(),
    complain: () => [typed.complain(), show()],
    isBehind: () => drawnOf !== game.others.size,
    leave() {
      keep();
      isLeft = true;
      typed.leave();
      typing.abort();
    },
  };
}
