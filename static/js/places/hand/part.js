// One part of a hand: a keypad, or a typed total with its own digits.
import { element, tapKeys } from "./keys.js";
import { isFilled } from "../../drawing/morph.js";

const MOST = 99_999; // the server's limit, and the room on the page
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "+", "0", "⌫"];
const SUM = /^\d+(\+\d+)*$/;

const made = new WeakMap(); // reused from hand to hand

// `classes` are the card classes of its keys, in order.
export function makePart(root, words, classes, changed) {
  const part = made.get(root) ?? newPart(root, words, classes);
  part.isNowOf(changed);
  return part;
}

function newPart(root, words, classes) {
  let changed = null; // the listener of taps
  const total = root.querySelector(".by-total input");
  const byCards = root.querySelector(".by-cards");
  const byTotal = root.querySelector(".by-total");
  const box = root.closest("details");
  const told = box?.querySelector("summary b");

  // The visible side counts; without input there, the other side still does.
  const hasNoCards = () => keys.every((key) => key.field.value === "");
  const isTotal = () => (byTotal.hidden ? total.value !== "" && hasNoCards() : total.value !== "" || hasNoCards());

  const { keys, fill, limit } = tapKeys(byCards.querySelector(".keys"), words, () => changed());

  function type(character) {
    if (!DIGITS.includes(character)) return;
    const typed = character === "⌫" ? total.value.slice(0, -1) : total.value + character;
    if (character !== "⌫" && sum(typed) > MOST) return;
    total.value = typed;
    changed();
  }

  byTotal.append(digitKeys(words.erase, type));
  isFilled(byTotal);
  total.inputMode = "none";
  total.addEventListener("input", () => changed());

  const cards = () =>
    keys.map(({ field }, n) => [classes[n].key, Number(field.value) || 0]).filter(([, count]) => count);
  const isBlank = () => total.value === "" && hasNoCards();

  const part = {
    type,
    isNowOf(heard) {
      changed = heard;
    },
    limitTimes: limit,
    isOpen: () => box?.open ?? true,
    // Its value, as in the log.
    hand() {
      if (isBlank()) return {};
      return isTotal() ? { points: sum(total.value) } : { cards: Object.fromEntries(cards()) };
    },
    fill({ counts, total: typed }) {
      fill(counts);
      total.value = total.defaultValue = typed;
    },
    // Update the display if there are two parts; `view` is that of this part.
    open({ is_open, is_asked }) {
      if (!box) return;
      box.open = is_open;
      box.querySelector(".ask").hidden = !is_asked;
    },
    tell(points) {
      for (const button of box?.querySelectorAll(".none button") ?? []) button.disabled = points > 0;
      if (told) told.textContent = isBlank() ? told.dataset.blank : points;
      if (!isBlank()) for (const asked of box?.querySelectorAll(".ask") ?? []) asked.hidden = true;
    },
    ask() {
      box.open = true;
      box.querySelector(".ask").hidden = false;
      box.querySelector("summary").focus();
    },
    // Show the error at the field, or below the choice; no key moves.
    complain(words, focused = total) {
      if (box) box.open = true;
      const marked = focused.closest("fieldset") ?? focused;
      const id = `${focused.id || focused.name}-error`;
      document.getElementById(id)?.remove();
      const error = Object.assign(document.createElement("p"), { id, className: "error told", textContent: words });
      if (marked === focused) marked.after(error);
      else marked.append(error);
      marked.setAttribute("aria-invalid", "true");
      marked.setAttribute("aria-describedby", id);
      focused.focus();
    },
    isTyping: () => !byTotal.hidden,
    isTotal,
    hasTotal: () => total.value !== "",
    total: () => total.value,
    retype: (text) => (total.value = text),
    isTotalAsBefore: () => total.value === total.defaultValue,
    isBlank,
    isHalfTyped: () => isTotal() && total.value !== "" && !isSum(total.value),
    // Whether no points can be shown: neither a sum nor the beginning of one.
    isUnreadable: () => isTotal() && total.value !== "" && !isSum(total.value.replace(/\+\s*$/, "")),
    isTooMuch: () => isTooMuch(total.value),
    setTyping(typing) {
      byTotal.hidden = !typing;
      byCards.hidden = typing;
    },
    leaveOut(data) {
      // of two values, the ignored one
      for (const field of isTotal() ? keys.map((key) => key.field) : [total]) data.delete(field.name);
    },
  };
  made.set(root, part);
  return part;
}

const tight = (text) => text.replaceAll(" ", "");
const isTooMuch = (text) => SUM.test(tight(text)) && sum(text) > MOST;
export const isSum = (text) => SUM.test(tight(text)) && !isTooMuch(text);

// The sum of the typed text: 25 of “10+15”.
export function sum(text) {
  const numbers = tight(text).split("+").filter(Boolean);
  return numbers.reduce((all, number) => all + (Number(number) || 0), 0);
}

function digitKeys(erase, type) {
  const digits = element("div", { className: "digits" });
  for (const digit of DIGITS) {
    const button = element("button", { textContent: digit });
    if (digit === "⌫") button.ariaLabel = erase;
    button.addEventListener("click", () => type(digit));
    digits.append(button);
  }
  return digits;
}
