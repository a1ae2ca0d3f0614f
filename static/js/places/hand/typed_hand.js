// The form of a hand: its value as an entry of the log, and its display.
import { inThisBrowser, textOf } from "../../browser/storage.js";
import { inferDown, totalLeavesDownOpen } from "../../rules/judging/hand_sizes.js";
import { ofPart } from "../../rules/model/cards.js";
import { isBlank } from "../../rules/model/play.js";
import { missedOf } from "../../rules/model/state.js";
import { makePart } from "./part.js";
import { makeStepper } from "./stepper.js";

const mode = textOf("companion-mode", inThisBrowser);
/** @type {Part["code"][]} */ const PARTS = ["melds", "hand"];

// `now` is { ruleset, open } of the current game; `changed` is called after each tap, `answered` after the answer to
// the question down or not.
/**
 * @param {HandForm} form @param {Pick<CountView, "seat" | "counts">} of
 * @param {() => { ruleset: Ruleset, open: OpenRound }} now @param {() => void} changed @param {() => void} answered
 */
export function typedHand(form, { seat, counts }, now, changed, answered) {
  const hasMelds = counts === "melded" || counts === "both";
  const { deal } = now().open;
  const parts = [...form.querySelectorAll(".part")].map((root, n) =>
    makePart(root, form.dataset, ofPart(deal.values, hasMelds && !n ? "melded" : "held"), changed),
  );
  const left = parts[parts.length - 1]; // leftovers; melds come before them
  /** @type {NodeListOf<HTMLDetailsElement>} */ const boxes = form.querySelectorAll(".part-of-two");
  for (const box of boxes) box.name = "part"; // one open at a time
  const stepper = form.querySelector(".stepper");
  const buys = stepper && makeStepper(stepper, changed);
  const downs = [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=down]"))];
  const listening = new AbortController();
  let downByHand = false;
  let saidBefore = ""; // the answer when the hand was drawn
  let isAsBefore = false; // total mode was chosen before

  /** @param {Event} event */
  function chosen({ target }) {
    if (!downs.includes(/** @type {HTMLInputElement} */ (target))) return;
    const isAnswer = isDownOpen();
    downByHand = true;
    changed();
    if (isAnswer) answered();
  }
  form.addEventListener("change", chosen, { signal: listening.signal });

  const isEmpty = () => parts.every((part) => part.isBlank());
  const checked = () => downs.find((radio) => radio.checked)?.value ?? "";
  // The price of not having opened is a whole answer; cards are those of a player who has.
  const price = () => missedOf(now().ruleset);
  const hasPrice = () => price() !== null && checked() === "no";
  const isPrice = () => hasPrice() && left.isBlank();
  /** @returns {Hand} */
  const hand = () => (isPrice() ? { points: /** @type {number} */ (price()) } : cards());
  const cards = () => (counts === "melded" ? {} : left.hand());

  // Down or not as the cards show; the keeper may say otherwise.
  function shownDown() {
    if (isBlank(cards()) || !deal.down_counts) return null;
    const shown = inferDown(now().ruleset, deal, seat, cards(), bought());
    return shown === null ? null : shown ? "yes" : "no";
  }

  const bought = () => buys?.said() ?? null;

  // Whether an answer is needed because the total fits both. An earlier "not down" does not apply to another total.
  function isDownOpen() {
    const isSaid = downByHand || saidBefore === "yes" || (saidBefore === "no" && left.isTotalAsBefore());
    if (isSaid || !downs.length) return false;
    return totalLeavesDownOpen(now().ruleset, deal, seat, cards(), bought());
  }

  // Down or not: as chosen; otherwise as the cards show if the rules agree; otherwise as displayed.
  function down() {
    const said = !isDownOpen() && (downByHand || !shownDown()) ? checked() : "";
    return said === "" ? null : said === "yes";
  }

  // A few cards may be all that is left after a contract, or the first of many: until it is clear neither is selected,
  // but the hand shows what it counts as.
  function tickDown() {
    if (downByHand) return false;
    const shown = shownDown();
    const isOpen = shown === "yes" && saidBefore !== "yes" && price() === null;
    const isScored = left.isTotal() && Number(cards().points) > 0;
    const known = isDownOpen() ? "" : (shown ?? (saidBefore || (isScored ? "no" : "")));
    for (const radio of downs) radio.checked = !isOpen && radio.value === known;
    return isOpen;
  }

  // How a typed total is counted, and why; and its display among the keys.
  /** @param {boolean} isTaken @param {boolean} endsRound */
  function typedAs(isTaken, endsRound) {
    if (!left.isTotal()) return "";
    if (!left.isTyping()) return "waits";
    if (left.isBlank()) return isAsBefore ? "as-before" : "plain";
    if (isTaken) return "below-least";
    if (isDownOpen()) return endsRound ? "down-or-not-saves" : "down-or-not";
    return !downByHand && checked() === "yes" ? "marked" : "plain";
  }

  /** @param {boolean} typing */
  function setTyping(typing) {
    for (const part of parts) part.setTyping(typing);
  }

  form.addEventListener(
    "formdata",
    ({ formData }) => {
      parts.forEach((part) => part.leaveOut(formData));
      if (!downByHand && shownDown()) formData.delete("down");
      if (downByHand) formData.set("asked", formData.get("total") ?? "");
    },
    { signal: listening.signal },
  );

  return {
    parts,
    left,
    buys,
    hand,
    tickDown,
    typedAs,
    checked,
    leave: () => listening.abort(),
    isBlank: () => isEmpty() && !isPrice(),
    hasPrice,
    isUnreadable: () => parts.some((part) => part.isUnreadable()),
    isHalfTyped: () => parts.some((part) => part.isHalfTyped()),
    complain() {
      const unreadable = /** @type {HandPart} */ (parts.find((part) => part.isHalfTyped()));
      setTyping(true);
      unreadable.complain(unreadable.isTooMuch() ? form.dataset.tooMuch : form.dataset.unreadable);
    },
    missing: () => (isEmpty() ? null : parts.find((part) => part.isBlank())),
    blankParts: () => (!hasMelds ? [] : parts.flatMap((part, n) => (part.isBlank() ? [PARTS[n]] : []))),
    // Whether down or not was chosen, here or before.
    saidDown: () => (downByHand ? checked() : saidBefore),
    isDownOpen,
    askTotal: () => parts.find((part) => part.isBlank())?.complain(form.dataset.noTotal),
    askDown() {
      setTyping(true);
      left.complain(form.dataset.downOrNot, downs[0]);
    },
    entry: () => ({
      kind: "hand_counted",
      seat,
      hand: hand(),
      down: down(),
      buys: bought(),
      melded: !hasMelds ? null : parts[0].hand(),
    }),
    // What few cards show was also said, unless others have said otherwise since.
    confirmDown() {
      if (!isEmpty()) saidBefore ||= "yes";
    },
    // Fill in the stored count, in total mode if it was typed.
    fill(/** @type {HandFields} */ { down: said, buys: number, melded, ...left }) {
      const [first, last = left] = melded && hasMelds ? [melded] : [left];
      parts.forEach((part, n) => part.fill(n ? last : first));
      buys?.fill(number);
      for (const radio of downs) radio.checked = radio.defaultChecked = radio.value === said;
      saidBefore = said;
      downByHand = said === "no" && shownDown() === "yes"; // only a person says so of few cards
      this.setMode();
    },
    setMode() {
      isAsBefore = isEmpty() && mode.get() === "total";
      setTyping(!deal.values.length || isAsBefore || parts.some((part) => part.hasTotal()));
    },
    switchMode() {
      mode.set(left.isTyping() ? "cards" : "total");
      isAsBefore = false;
      setTyping(!left.isTyping());
    },
  };
}
