// The hands of a round, counted one after another.
import { painted } from "../browser/page_events.js";
import { handSizes } from "../rules/judging/hand_sizes.js";
import { countedPoints } from "../rules/judging/scoring.js";
import { size } from "../rules/model/play.js";
import { nextPath } from "../views/counting_order.js";
import { handFields } from "../views/hand_form.js";
import { handView, missingFromWhole } from "../views/hand_view.js";
import { openHand } from "./hand/counting.js";
import { putOut } from "./review.js";

const TELL_EVERY = 60_000; // ms; a phone that was put away stops counting
// The rest of a hand that is no card class; a full hand costs the most that a hand can.
const [NO_CARDS, NO_MELDS, FULL_HAND] = ["none", "no_melds", "full"];

/** @param {HTMLFormElement} form */
const thenOf = (form) =>
  /** @type {HTMLInputElement | null} */ (form.querySelector("[name=then][type=hidden]"))?.value ?? "";

/** @param {PlacePage} page @returns {Detour} */
export const nextHandPlace = ({ game }) => ({ name: "next", address: /^count\/$/, leadsTo: () => nextPath(game, -1) });

/** @param {PlacePage} page @returns {Place} */
export function handPlace(page) {
  const { game } = page;
  /** @type {OpenHand | null} */ let hand = null; // the displayed hand
  let here = -1; // its seat
  let isWriting = false;
  /** @type {Stood} */ let stood = {}; // the last displayed form, and what it was drawn from

  const phones = () => ({ counting: game.counting, seat: game.seat, isOther: game.isOther });
  /** @param {State} state @param {Seat} seat */
  const isCounted = ({ open }, seat) => Boolean(open?.over && open.deal.players.includes(seat));

  // Fill a whole hand by one tap, or set it to no cards; in games that score melds, each part by itself.
  /** @param {string} rest */
  function filled(rest) {
    const { deal } = /** @type {OpenRound} */ (game.state.open);
    const { hand: held, buys, melded } = /** @type {OpenHand} */ (hand).typed.entry();
    if (rest === NO_MELDS) return { melded: { cards: {} }, down: false };
    if (rest === NO_CARDS) return { hand: { cards: {} }, down: deal.down_counts };
    if (rest === FULL_HAND) return { hand: { points: game.ruleset.most_points }, down: false };
    const sizes = /** @type {HandSizes} */ (handSizes(game.ruleset, deal, here, buys));
    const missing = missingFromWhole(sizes, size(held) ?? 0);
    if (!missing || (held.points ?? null) !== null) return { down: false };
    const cards = { ...held.cards };
    cards[rest] = (cards[rest] ?? 0) + missing;
    return { hand: { cards }, melded, down: false };
  }

  /** @param {string} rest */
  function fill(rest) {
    // Then the button says so.
    const shown = /** @type {OpenHand} */ (hand);
    const isOfCards = ![NO_CARDS, NO_MELDS, FULL_HAND].includes(rest);
    const writes = isOfCards && document.querySelector(".rest .writes");
    const isSaid = shown.says(filled(rest));
    if (isSaid && rest !== NO_MELDS)
      walkOn(writes ? "write" : thenOf(shown.form)); // without melds the hand is not complete
    else shown.draw();
  }

  // Go to the page of this button.
  /** @param {string} then */
  function walkOn(then) {
    if (then === "write") return write();
    if (then === "next") return page.go("review");
    if (then) return page.go(`seat/${here}`); // own hand: done
    const path = nextPath(game, here);
    return path.startsWith("count/") ? page.go(path, ...cameTo()) : page.go(path);
  }

  // The total of the last hand: it may have been filled and left in one tap, so that its total was never visible.
  /** @returns {Words} */
  function cameTo() {
    const { ruleset, state } = game;
    const { deal, play } = /** @type {OpenRound} */ (state.open);
    const down = deal.down_counts ? play.laid_down.includes(here) : null;
    return [`counted ${down}`, { name: state.names[here], points: countedPoints({ ruleset, deal, play }, here) }];
  }

  // The last hand writes the round at once if there are no questions, and nothing has changed unseen.
  function write() {
    if (hand?.isBehind()) return page.go("review");
    isWriting = true;
    const { kept } = game.tap({ entries: [{ kind: "round_scored", accepted: [] }] });
    isWriting = false;
    return kept ? page.go(page.home(), ...putOut(game)) : page.go("review");
  }

  /** @param {FormSubmit} event */
  function step({ target, submitter }) {
    const shown = hand;
    if (!shown || target !== shown.form) return null;
    if (shown.isUnreadable()) return () => shown.complain();
    if (submitter?.name.startsWith("rest")) return () => fill(submitter.value);
    if (shown.lacks() && !page.drawings.has("count")) return null; // the server tells what is missing
    return () => shown.isDone(submitter) && walkOn(submitter?.name === "then" ? submitter.value : thenOf(target));
  }

  const shownForm = () => /** @type {OpenHand} */ (hand).form;

  const drawnFrom = () => [game.ruleset, game.state.open?.deal.number, game.state.open?.deal.wild];

  // Tell the other phones who is counting.
  /** @param {Record<string, string>} values */
  const stamp = (values) => {
    const data = new FormData();
    data.set("csrf_token", shownForm().elements.csrf_token.value);
    for (const [name, value] of Object.entries(values)) data.set(name, value);
    return data;
  };
  const door = () => `${shownForm().action}/open`;
  const tellTheOthers = () =>
    hand &&
    document.visibilityState === "visible" &&
    fetch(door(), { method: "POST", body: stamp({}) }).catch(() => {});
  // About the displayed hand.
  const closing = () => navigator.sendBeacon.bind(navigator, door(), stamp({ closed: "yes" }));
  /** @type {(() => void) | null} */ let putsAway = null; // the previous hand, until the next one is displayed
  function putAwayNow() {
    putsAway?.();
    putsAway = null;
  }
  setInterval(tellTheOthers, TELL_EVERY);
  document.addEventListener("visibilitychange", () => (document.hidden ? hand?.keep() : tellTheOthers()));
  addEventListener("pagehide", () => {
    hand?.keep();
    putAwayNow();
    if (hand) closing()();
    game.leave();
  });
  addEventListener("click", ({ target }) => /** @type {Element} */ (target).closest?.("#undo-count") && hand?.undo());

  return {
    name: "count",
    address: /^count\/(\d+)$/,
    model: (seat) => ({ ...handView(game.fold, seat, phones()), form: handFields(game.fold) }),
    mayGo: (seat) => Boolean(game.mayScore) && game.ruleset.lost_lives === null && isCounted(game.state, seat),
    step,
    // A hand can be patched into another if both have the same keys, no parts that one of them may lack, and no error.
    isLike() {
      const isSame = drawnFrom().every((fact, n) => fact === stood.from?.[n]);
      const form = isSame && stood.form?.isConnected ? stood.form : null;
      return Boolean(form && !form.querySelector(".part-of-two, .part .error"));
    },
    opened(seat) {
      if (!isCounted(game.state, seat)) return;
      if (here === seat) putsAway = null; // redrawn, and open all the time
      here = seat;
      hand = openHand(page, seat, phones);
      stood = { form: hand.form, from: drawnFrom() };
      painted().then(() => void tellTheOthers());
    },
    left() {
      hand?.leave();
      putAwayNow();
      if (hand) putsAway = closing();
      hand = null;
      painted().then(putAwayNow);
    },
    heard(own) {
      if (!isWriting) hand?.heard(own);
      return Boolean(hand);
    },
  };
}

// A swipe across the name goes to the neighbouring hand.
const SWIPE = 60;
/** @type {Touch | null} */ let start = null;

addEventListener(
  "touchstart",
  (event) => {
    const onName = /** @type {Element} */ (event.target).closest?.("#bar:has(#people)");
    start = event.touches.length === 1 && onName ? event.touches[0] : null;
  },
  { passive: true },
);
addEventListener("touchend", ({ changedTouches: [end] }) => {
  const [across, along] = start ? [end.clientX - start.clientX, end.clientY - start.clientY] : [0, 0];
  start = null;
  if (Math.abs(across) < SWIPE || Math.abs(along) > Math.abs(across) / 2) return;
  const forward = across < 0 !== (document.dir === "rtl");
  const here = /** @type {HTMLElement} */ (document.querySelector(".person[aria-current]"));
  /** @type {HTMLElement | null} */ (forward ? here.nextElementSibling : here.previousElementSibling)?.click();
});
