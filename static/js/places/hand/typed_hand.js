// A hand as somebody types it: what stands in its form, as an entry of the log, and what the page shows of it.
import { inferDown, totalLeavesDownOpen } from "../../rules/judging/hand_sizes.js";
import { isBlank } from "../../rules/model/play.js";
import { makePart } from "./part.js";
import { makeStepper } from "./stepper.js";

const MODE = "companion-mode";
let mode = null; // where the browser stores nothing for us, it is remembered in this page

function remember(chosen) {
  mode = chosen;
  try {
    localStorage.setItem(MODE, chosen);
  } catch {
    // The quota is used up, or storage is blocked.
  }
}

function wasTotal() {
  try {
    return (mode ?? localStorage.getItem(MODE)) === "total";
  } catch {
    return mode === "total";
  }
}

// `now` is { ruleset, open } of the game as it stands; `changed` is told each tap.
export function typedHand(form, { seat, counts }, now, changed) {
  const { deal } = now().open;
  const parts = [...form.querySelectorAll(".part")].map((root) => makePart(root, form.dataset, deal.values, changed));
  const left = parts.at(-1); // what is left in hand; what was melded comes before it
  for (const box of form.querySelectorAll(".part-of-two")) box.name = "part"; // one open at a time
  const stepper = form.querySelector(".stepper");
  const buys = stepper && makeStepper(stepper, changed);
  const downs = [...form.querySelectorAll("[name=down]")];
  const listening = new AbortController();
  let downByHand = false;
  let saidBefore = ""; // down or not, when the hand was drawn
  let isAsBefore = false; // totals are typed, because that was chosen before

  for (const radio of downs) {
    radio.addEventListener(
      "change",
      () => {
        downByHand = true;
        changed();
      },
      { signal: listening.signal },
    );
  }

  const isEmpty = () => parts.every((part) => part.isBlank());
  const checked = () => downs.find((radio) => radio.checked)?.value ?? "";
  const hand = () => (counts === "melded" ? {} : left.hand());

  // What the cards show of being down; the keeper may say otherwise.
  function shownDown() {
    if (isBlank(hand()) || !(seat in deal.contracts)) return null;
    const shown = inferDown(now().ruleset, deal, seat, hand(), bought());
    return shown === null ? null : shown ? "yes" : "no";
  }

  const bought = () => buys?.said() ?? null;

  // Whether somebody has to say it: the total may be a whole hand or not. A "not down" of before says nothing of
  // another total.
  function isDownOpen() {
    const isSaid = downByHand || saidBefore === "yes" || (saidBefore === "no" && left.isTotalAsBefore());
    return !isSaid && downs.length > 0 && totalLeavesDownOpen(now().ruleset, deal, seat, hand(), bought());
  }

  // What is said of being down: by hand; else what the cards show, and the game sees that too; else what is lit.
  function down() {
    const said = !isDownOpen() && (downByHand || !shownDown()) ? checked() : "";
    return said === "" ? null : said === "yes";
  }

  // A few cards are all that is left to one who is down, or the first of many: as long as both may be, neither is
  // ticked, but it shows what the hand is taken for as it stands.
  function tickDown() {
    if (downByHand) return false;
    const shown = shownDown();
    const isOpen = shown === "yes" && saidBefore !== "yes";
    const known = isDownOpen() ? "" : (shown ?? (saidBefore || (left.isTotal() && hand().points > 0 ? "no" : "")));
    for (const radio of downs) radio.checked = !isOpen && radio.value === known;
    return isOpen;
  }

  // What a typed total is taken for, and why; and what becomes of it among the keys.
  function typedAs(isTaken) {
    if (!left.isTotal()) return "";
    if (!left.isTyping()) return "waits";
    if (left.isBlank()) return isAsBefore ? "as-before" : "plain";
    if (isTaken) return "below-least";
    if (isDownOpen()) return "down-or-not";
    return !downByHand && checked() === "yes" ? "marked" : "plain";
  }

  function setTyping(typing) {
    for (const part of parts) part.setTyping(typing);
  }

  form.addEventListener(
    "formdata",
    ({ formData }) => {
      parts.forEach((part) => part.leaveOut(formData));
      if (!downByHand && shownDown()) formData.delete("down");
      if (downByHand) formData.set("asked", formData.get("total"));
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
    isBlank: isEmpty,
    isUnreadable: () => parts.some((part) => part.isUnreadable()),
    isHalfTyped: () => parts.some((part) => part.isHalfTyped()),
    complain() {
      const unreadable = parts.find((part) => part.isHalfTyped());
      setTyping(true);
      unreadable.complain(unreadable.isTooMuch() ? form.dataset.tooMuch : form.dataset.unreadable);
    },
    missing: () => (isEmpty() ? null : parts.find((part) => part.isBlank())),
    blankParts: () =>
      counts === "left" ? [] : parts.map((part, n) => part.isBlank() && ["melds", "hand"][n]).filter(Boolean),
    // Whether somebody said, here or before, that its player is down, or is not.
    saidDown: () => (downByHand ? checked() : saidBefore),
    isSaidByHand: () => downByHand,
    isDownOpen,
    askTotal: () => parts.find((part) => part.isBlank()).complain(form.dataset.noTotal),
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
      melded: counts === "left" ? null : parts[0].hand(),
    }),
    // As it is counted so far; totals are typed where they were before.
    fill({ down: said, buys: number, melded, ...left }) {
      const [first, last] = counts === "left" ? [left] : [melded, left];
      parts.forEach((part, n) => part.fill(n ? last : first));
      buys?.fill(number);
      for (const radio of downs) radio.checked = radio.defaultChecked = radio.value === said;
      [saidBefore, downByHand] = [said, false];
      this.setMode();
    },
    setMode() {
      isAsBefore = isEmpty() && wasTotal();
      setTyping(isAsBefore || parts.some((part) => part.hasTotal()));
    },
    // Whether what it comes to is another by that.
    switchMode() {
      const before = parts.map((part) => part.isTotal()).join();
      remember(left.isTyping() ? "cards" : "total");
      isAsBefore = false;
      setTyping(!left.isTyping());
      return !isEmpty() && parts.map((part) => part.isTotal()).join() !== before;
    },
  };
}
