// A hand on the screen: each tap is shown at once, and kept in the outbox a moment after the last one.
import { lifted } from "../../browser/finger.js";
import { showFigures } from "./hand_panel.js";
import { forgetErrors, showRefusal, takenBack, tellTheirs } from "./hand_questions.js";
import { decide } from "../../rules/decide.js";
import { missing } from "../../rules/judging/scoring.js";
import { modeKey } from "./keys.js";
import { mend } from "../../drawing/morph.js";
import { holdWaysOn, mendRegion } from "../../drawing/screen.js";
import { draftOf } from "../../browser/this_page.js";
import { typedHand } from "./typed_hand.js";
import { countsOf, handView } from "../../views/hand_view.js";
import { countedSoFar } from "../../views/hand_form.js";
import { countTakenBack } from "../../views/undoing.js";

const KEEP_AFTER = 250; // ms since the last tap
const find = (id) => document.getElementById(id);

// The hand of this seat, which stands there; `phones` tells who counts what.
export function openHand(page, seat, phones) {
  const { game } = page;
  const form = find("hand");
  const { number: round } = game.state.open.deal;
  const isOther = (entry) => game.others.has(entry);
  const counts = countsOf(game.state.open, seat);
  const typed = typedHand(form, { seat, counts }, () => ({ ruleset: game.ruleset, open: game.state.open }), changed);
  const since = game.state.version; // undo takes back what was counted since
  let touched = form.dataset.typed === "1"; // typed again, and told what is wrong with it
  // How much of the log this hand stood for when it was last drawn: what others have counted since, nobody here has
  // seen.
  let drawnAt = touched ? Number(form.elements.version.value) : game.seenOf(seat);
  let [unsaved, isKept, isLeft] = [touched, false, false];
  let drawnOf = game.others.size; // how much of what others have written is drawn round it
  let base = null; // the hand as it is kept, and as it is shown or was counted here
  let timer = 0;

  const isOver = () =>
    !(game.state.open?.over && game.state.open.deal.number === round && game.state.open.deal.players.includes(seat));
  const seen = () => game.seenOf(seat, drawnAt);
  const classes = JSON.stringify(game.state.open.deal.values);
  const isByOtherRules = () => JSON.stringify(game.state.open.deal.values) !== classes;
  const asKept = () => JSON.stringify(countedSoFar(game.fold, seat));

  // The game with the hand as it is typed, whatever is still to be said of it.
  function withTyped() {
    try {
      const entry = typed.entry();
      return decide(game.fold, [{ ...entry, down: typed.isDownOpen() ? false : entry.down }], round);
    } catch {
      return game.fold; // it cannot be so, or the round is over
    }
  }

  function show() {
    if (isOver()) return;
    const isTaken = typed.tickDown();
    const fold = withTyped();
    const view = handView(fold, seat, phones(), typed.blankParts());
    showFigures(form, typed, view, isTaken, { ruleset: fold.ruleset, deal: fold.state.open.deal }, said);
    find("mode").textContent = typed.left.isTyping() ? form.dataset.cardsWord : form.dataset.totalWord;
    tellUndo(document);
  }

  // A sentence of the page; shown a moment later where its drawings have not come yet.
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
    if (mayBeKept()) timer = setTimeout(keep, KEEP_AFTER);
  }

  // A sum that is not finished waits in this tab, and so does a total of which somebody has to say whether its player
  // is down.
  const mayBeKept = () => !typed.isHalfTyped() && !typed.isDownOpen();
  const draft = draftOf(`${game.link} ${round} ${seat}`);

  // Into the outbox, as it stands.
  function keep() {
    clearTimeout(timer);
    if (!unsaved || isOver()) return;
    if (!mayBeKept()) return draft.set(typed.left.total());
    draft.set("");
    unsaved = false;
    isKept = Boolean(game.tap({ entries: [typed.entry()], round, seen: seen() }).kept);
    tellKept();
  }

  const tellKept = () =>
    (find("kept").textContent =
      isKept && !unsaved && !game.toSend && !game.questions.length ? find("kept").dataset.kept : "");

  // What this phone has counted of it: that is what undo takes back here, and before that the step that led here.
  const counted = () => countTakenBack(game.fold, seat, since, isOther);

  function tellUndo(root) {
    const isMine = touched || counted().length > 0;
    const before = root.querySelector("#undo-button");
    if (before) before.hidden = isMine;
    const undo = root.querySelector("#undo-count");
    undo.toggleAttribute("hidden", Boolean(before) && !isMine);
    undo.toggleAttribute("disabled", !isMine); // its place is there before it is needed
  }

  function undo() {
    clearTimeout(timer);
    unsaved = isKept = false;
    draft.set("");
    const numbers = counted();
    if (numbers.length) game.tap({ entries: numbers.map((sequence) => ({ kind: "entry_undone", sequence })), round });
    draw();
    around(true);
    holdWaysOn(); // another Undo stands in its place now
    find("kept").textContent = "";
    const isTheirs = game.state.open.counted_at[seat] > since; // it was counted elsewhere, and stands so
    find("said").replaceChildren(...(isTheirs ? [] : [takenBack(form)]));
  }

  // The row of hands, and what comes next, as the game stands.
  async function around(own) {
    await (own ? null : lifted()); // a tap may lead on, and then there is nothing to draw here
    if (!page.drawings.has("count")) await page.drawings.come("count");
    const parts = isLeft || isOver() ? null : page.redrawn();
    if (!parts) return;
    const part = (id) => parts.map((one) => (one.id === id ? one : one.querySelector(`#${id}`))).find(Boolean);
    tellUndo(part("dock"));
    mendRegion(find("people"), part("people"), own);
    mend(find("round-note"), part("round-note"));
    // Whose own hand it is goes nowhere else from here.
    if (game.seat !== seat) mendRegion(find("dock"), part("dock"), own);
    mendRest(part("hand").querySelector(".rest:not(.none)"));
    find("undo")?.remove();
    if (part("undo")) find("main").append(part("undo"));
    find("questions").replaceChildren(...page.questions());
    drawnOf = game.others.size;
  }

  // It says so where the round is written down with it.
  function mendRest(rest) {
    const now = form.querySelector(".rest:not(.none)");
    if (!now || !rest) return;
    mend(now, rest);
    show();
  }

  // The game goes on. A hand that nobody touched here shows what was counted elsewhere; of one that was touched it is
  // said.
  function heard(own) {
    if (isLeft) return;
    const isGone = isOver(); // there is nothing to do here but to leave
    find("round-changed").hidden = !isGone;
    find("dock").hidden = isGone;
    if (isGone) return;
    if (isByOtherRules()) return drawAnew();
    const isNews = asKept() !== base;
    if (!isNews) find("hand-changed").hidden = true;
    if (own || !isNews) base = asKept();
    else if (isUntouched()) drawTheirs();
    else tellChanged();
    tellKept();
    tellUndo(document);
    around(own);
  }

  // Its keys are others by now.
  function drawAnew() {
    unsaved = false;
    page.go(`count/${seat}`);
  }

  const isUntouched = () => !unsaved && (!touched || typed.isBlank());

  // No key moves by that, so a tap in this very moment counts one card more; that is said.
  async function drawTheirs() {
    await lifted();
    if (isLeft || isOver() || asKept() === base) return;
    if (!isUntouched()) return tellChanged();
    draw();
    if (game.state.open.counted_at[seat]) tellTheirs(form);
  }

  function tellChanged() {
    isKept = false;
    find("hand-changed").hidden = false;
    tellKept();
  }

  // What is still to be said of it before anybody walks on, null where nothing is: { part } or { what }.
  function lacks() {
    if (isOver() || (!touched && phones().counting.includes(seat))) return null; // it is counted elsewhere
    const part = typed.missing();
    if (part) return { part };
    const { ruleset, state } = withTyped();
    const what = missing({ ruleset, deal: state.open.deal, play: state.open.play }, seat);
    return what && { what };
  }

  // What is done with it before anybody walks on; false where something is to be said first.
  function isDone() {
    const { part, what } = lacks() ?? {};
    if (typed.isDownOpen()) {
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

  // What stands here, also where others have counted it since: then it is asked which one is right.
  function keepAsShown() {
    if (touched && !typed.isBlank() && asKept() !== base) unsaved = true;
    keep();
  }

  // The hand as it is said by one tap; whether all of it is said by now.
  function says(entry) {
    clearTimeout(timer);
    draft.set("");
    unsaved = false;
    isKept = Boolean(game.tap({ entries: [{ ...typed.entry(), ...entry }], round, seen: seen() }).kept);
    tellKept();
    return !missing({ ruleset: game.ruleset, deal: game.state.open.deal, play: game.state.open.play }, seat);
  }

  const typing = new AbortController();
  addEventListener(
    "keydown",
    (event) => {
      if (!typed.left.isTyping() || event.target.matches("input") || event.ctrlKey || event.metaKey) return;
      typed.parts.find((part) => part.isOpen())?.type(event.key);
    },
    { signal: typing.signal },
  );

  find("sum").before(
    modeKey(() => {
      if (typed.switchMode()) changed();
      else show();
    }),
  );
  find("undo-count").hidden = false;
  if (touched) typed.setMode();
  if (touched) show();
  else draw();
  const told = document.querySelectorAll("main > .trouble"); // by the server, which did not get what it needs
  if (told.length) showRefusal([...told]);
  if (draft.get() && !isOther(game.state.open.counted_at[seat])) {
    // The part of it that said enough may have been counted on the way.
    typed.left.retype(draft.get());
    typed.setMode();
    changed();
  }

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
