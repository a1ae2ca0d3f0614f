// One part of a hand: a keypad, or a typed total with its own digits.
import { element, tapKeys } from "./keys.js";
import { isFilled } from "../../drawing/morph.js";

const MOST = 99_999; // the server's limit, and the room on the page
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "+", "0", "⌫"];
const SUM = /^\d+(\+\d+)*$/;
const DIFFERENCE = /^[+-]?\d+([+-]\d+)*$/;
const MINUS = "−";

/** @type {WeakMap<Element, ReturnType<typeof newPart>>} */ const made = new WeakMap(); // reused from hand to hand

// `classes` are the card classes of its keys, in order.
/**
 * @param {HTMLElement} root @param {Record<string, string>} words @param {CardClass[]} classes
 * @param {() => void} changed
 */
export function makePart(root, words, classes, changed) {
  const part = made.get(root) ?? newPart(root, words, classes);
  made.set(root, part);
  part.isNowOf(changed);
  return part;
}

/** @param {HTMLElement} root @param {Record<string, string>} words @param {CardClass[]} classes */
function newPart(root, words, classes) {
  let changed = () => {}; // the listener of taps
  const find = (/** @type {string} */ css, within = root) => /** @type {HTMLElement} */ (within.querySelector(css));
  const isSigned = !classes.length; // only points: there are no cards, and they may be below 0
  const digits = DIGITS.map((digit) => (isSigned && digit === "+" ? MINUS : digit));
  const total = /** @type {HTMLInputElement} */ (find(".by-total input"));
  const byCards = find(".by-cards");
  const byTotal = find(".by-total");
  const box = root.closest("details");
  const told = box?.querySelector("summary b");

  const hasNoCards = () => keys.every((key) => key.field.value === "");
  const isTotal = () => total.value !== "" || (hasNoCards() && !byTotal.hidden);

  // The last input wins and empties the other one, whichever is in sight.
  const { keys, fill, limit } = tapKeys(find(".keys"), words, () => {
    total.value = "";
    changed();
  });

  function totalChanged() {
    if (total.value !== "") fill(keys.map(() => ""));
    changed();
  }

  /** @param {string} character */
  function type(character) {
    if (![...digits, ...(isSigned ? "+-" : "")].includes(character)) return;
    const typed = character === "⌫" ? total.value.slice(0, -1) : total.value + character;
    if (character !== "⌫" && Math.abs(sumOf(typed)) > MOST) return;
    total.value = typed;
    totalChanged();
  }

  byTotal.append(digitKeys(digits, words.erase, type));
  isFilled(byTotal);
  total.inputMode = "none";
  total.addEventListener("input", totalChanged);

  const cards = () =>
    keys.map(({ field }, n) => [classes[n].key, Number(field.value) || 0]).filter(([, count]) => count);
  const isBlank = () => total.value === "" && hasNoCards();

  const part = {
    type,
    isNowOf(/** @type {() => void} */ heard) {
      changed = heard;
    },
    limitTimes: limit,
    isOpen: () => box?.open ?? true,
    // Its value, as in the log.
    hand() {
      if (isBlank()) return {};
      return isTotal() ? { points: sumOf(total.value) } : { cards: Object.fromEntries(cards()) };
    },
    fill(/** @type {PartFields} */ { counts, total: typed }) {
      fill(counts);
      total.value = total.defaultValue = typed;
    },
    // Update the display if there are two parts; `view` is that of this part.
    open(/** @type {Part} */ { is_open, is_asked }) {
      if (!box) return;
      box.open = is_open;
      find(".ask", box).hidden = !is_asked;
    },
    tell(/** @type {number} */ points) {
      /** @type {NodeListOf<HTMLButtonElement> | undefined} */ const buttons = box?.querySelectorAll(".none button");
      for (const button of buttons ?? []) button.disabled = points > 0;
      if (told) told.textContent = isBlank() ? (told.dataset.blank ?? "") : String(points);
      if (!isBlank()) for (const asked of box?.querySelectorAll(".ask") ?? []) asked.hidden = true;
    },
    ask() {
      if (!box) return;
      box.open = true;
      find(".ask", box).hidden = false;
      find("summary", box).focus();
    },
    // Show the error at the field, or below the choice; no key moves.
    complain(/** @type {string} */ words, /** @type {HTMLInputElement} */ focused = total) {
      if (box) box.open = true;
      const marked = focused.closest("fieldset") ?? focused;
      const id = `${focused.id || focused.name}-error`;
      document.getElementById(id)?.remove();
      const error = Object.assign(document.createElement("p"), { id, className: "error told", textContent: words });
      if (marked === focused) marked.after(error);
      else marked.append(error);
      marked.setAttribute("aria-invalid", "true");
      marked.setAttribute("aria-describedby", id);
      focused.blur(); // announced with the error even if it has the focus
      focused.focus();
    },
    isTyping: () => !byTotal.hidden,
    isTotal,
    hasTotal: () => total.value !== "",
    total: () => total.value,
    retype: (/** @type {string} */ text) => (total.value = text),
    isTotalAsBefore: () => total.value === total.defaultValue,
    isBlank,
    isHalfTyped: () => isTotal() && total.value !== "" && !isSum(total.value, isSigned),
    // Whether no points can be shown: neither a sum nor the beginning of one.
    isUnreadable: () => isTotal() && total.value !== "" && !isSum(total.value.replace(/[+−-]\s*$/, ""), isSigned),
    isTooMuch: () => Math.abs(sumOf(total.value)) > MOST,
    setTyping(/** @type {boolean} */ typing) {
      byTotal.hidden = !typing;
      byCards.hidden = typing;
    },
    leaveOut(/** @type {FormData} */ data) {
      // of two values, the ignored one
      for (const field of isTotal() ? keys.map((key) => key.field) : [total]) data.delete(field.name);
    },
  };
  return part;
}

/** @param {string} text */
const tight = (text) => text.replaceAll(" ", "").replaceAll(MINUS, "-");
/** @param {string} text @param {boolean} [isSigned] */
export const isSum = (text, isSigned = false) =>
  (isSigned ? DIFFERENCE : SUM).test(tight(text)) && Math.abs(sumOf(text)) <= MOST;

// The sum of the typed text: 25 of “10+15”.
/** @param {string} text */
export const sumOf = (text) => (tight(text).match(/[+-]?\d+/g) ?? []).reduce((all, number) => all + Number(number), 0);

/** @param {string[]} keys @param {string} erase @param {(digit: string) => void} type */
function digitKeys(keys, erase, type) {
  const digits = element("div", { className: "digits" });
  for (const digit of keys) {
    const button = element("button", { textContent: digit });
    if (digit === "⌫") button.ariaLabel = erase;
    button.addEventListener("click", () => type(digit));
    digits.append(button);
  }
  return digits;
}
