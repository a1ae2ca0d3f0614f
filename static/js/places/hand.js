// The hands: one after another is counted, and the walk round the table leads from one to the next.
import { openHand } from "./hand/counting.js";
import { painted } from "../browser/painted.js";
import "../browser/swipe.js";
import { handOf, meldsOf, size } from "../rules/model/play.js";
import { SCHEMES } from "../rules/judging/scoring.js";
import { handSizes } from "../rules/judging/hand_sizes.js";
import { filledTo, handView } from "../views/hand_view.js";
import { handFields } from "../views/hand_form.js";
import { nextPath } from "../views/walk_view.js";

const TELL_EVERY = 60_000; // ms; a phone that was put away is counting no more
const [NO_CARDS, NO_MELDS] = ["none", "no_melds"]; // the rest of a hand, where it is no card class

const thenOf = (form) => form.querySelector("[name=then][type=hidden]")?.value ?? "";

export const nextHandPlace = ({ game }) => ({ name: "next", address: /^count\/$/, leadsTo: () => nextPath(game, -1) });

export function handPlace(page) {
  const { game } = page;
  let hand = null; // that stands on the screen
  let here = null; // whose it is
  let isWriting = false;
  let stood = {}; // what stood there last: its form, and what that was drawn from

  const phones = () => ({
    counting: game.phones.map(({ seat }) => seat),
    seat: game.seat,
    isOther: (number) => game.others.has(number),
  });
  const isCounted = ({ open }, seat) => Boolean(open?.over && open.deal.players.includes(seat));

  // What a whole hand is filled with by one tap, and what no card left says; where melds score, each half by itself.
  function filled(rest) {
    const { deal } = game.state.open;
    const { hand: held, buys, melded } = hand.typed.entry();
    if (rest === NO_MELDS) return { melded: { cards: {} }, down: false };
    if (rest === NO_CARDS) return { hand: { cards: {} }, down: here in deal.contracts };
    const larger = filledTo(handSizes(game.ruleset, deal, here, buys), size(held) ?? 0);
    if (larger === null || (held.points ?? null) !== null) return { down: false };
    const cards = { ...held.cards };
    cards[rest] = (cards[rest] ?? 0) + larger - (size(held) ?? 0);
    return { hand: { cards }, melded, down: false };
  }

  function fill(rest) {
    // So it says before.
    const writes = rest !== NO_CARDS && rest !== NO_MELDS && document.getElementById("rest-writes");
    const isSaid = hand.says(filled(rest));
    if (isSaid && rest !== NO_MELDS)
      walkOn(writes ? "write" : thenOf(hand.form)); // nothing melded is no hand counted to its end
    else hand.draw();
  }

  // On to where this button leads.
  function walkOn(then) {
    if (then === "write") return write();
    if (then === "next") return page.go("review");
    if (then) return page.leave(`seat/${here}`); // who counts their own hand is done
    const path = nextPath(game, here);
    return path.startsWith("count/") ? page.go(path, ...cameTo()) : page.go(path);
  }

  // What the last hand came to: it may have been filled up and left in one tap, and then nobody has seen its total.
  function cameTo() {
    const { deal, play } = game.state.open;
    const points = SCHEMES[deal.scoring].worth(deal.values, handOf(play, here), meldsOf(play, here));
    const down = here in deal.contracts ? play.laid_down.includes(here) : null;
    return [`counted ${down}`, { name: game.state.names[here], points }];
  }

  // The last hand writes the round down at once, if there is nothing to ask about it and nothing has changed that
  // nobody saw.
  async function write() {
    if (hand.isBehind()) return page.go("review");
    isWriting = true;
    const { kept } = game.tap({ entries: [{ kind: "round_scored", accepted: [] }] });
    if (kept && (await page.goHome())) return undefined;
    isWriting = false;
    return page.go(kept ? (game.state.open ? "" : "final") : "review");
  }

  function step({ target, submitter }) {
    if (target !== hand?.form) return null;
    if (hand.isUnreadable()) return () => hand.complain();
    if (submitter?.name.startsWith("rest")) return () => fill(submitter.value);
    if (hand.lacks() && !page.drawings.has("count")) return null; // what is missing the server says
    return () => hand.isDone() && walkOn(submitter?.name === "then" ? submitter.value : thenOf(target));
  }

  const drawnFrom = () => ({ ruleset: game.ruleset, round: game.state.open?.deal.number });

  // The others see who is counting.
  const stamp = (values) => {
    const data = new FormData();
    data.set("csrf_token", hand.form.elements.csrf_token.value);
    for (const [name, value] of Object.entries(values)) data.set(name, value);
    return data;
  };
  const door = () => `${hand.form.action}/open`;
  const tellTheOthers = () =>
    hand &&
    document.visibilityState === "visible" &&
    fetch(door(), { method: "POST", body: stamp({}) }).catch(() => {});
  // Of the hand that stands there.
  const closing = () => navigator.sendBeacon.bind(navigator, door(), stamp({ closed: "yes" }));
  let putsAway = null; // the hand that was left, once the next one is seen
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
  addEventListener("click", ({ target }) => target.closest?.("#undo-count") && hand?.undo());

  return {
    name: "count",
    address: /^count\/(\d+)$/,
    model: (seat) => ({ ...handView(game.fold, seat, phones()), form: handFields(game.fold) }),
    mayGo: (seat) => Boolean(game.mayScore) && isCounted(game.state, seat),
    step,
    // One hand of a round is like another, as long as both are counted by the same keys; where melds score each has
    // two parts.
    isLike() {
      const { ruleset, round } = drawnFrom();
      const isSame = stood.form?.isConnected && stood.ruleset === ruleset && stood.round === round;
      return Boolean(isSame) && stood.form.querySelectorAll(".part, .part .error").length === 1;
    },
    opened(seat) {
      if (!isCounted(game.state, seat)) return;
      if (here === seat) putsAway = null; // it is drawn anew, and open all the time
      here = seat;
      hand = openHand(page, seat, phones);
      stood = { form: hand.form, ...drawnFrom() };
      painted().then(tellTheOthers);
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
