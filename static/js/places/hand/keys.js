// The keypad: a tap on a key adds a card, its minus removes one; a multiplier above the keys applies to the last key.
// Without this script the keys are plain fields, and the minus submits the form.
import { isFilled, isMade } from "../../drawing/morph.js";
import { worthOf } from "../../rules/model/cards.js";

/** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {Partial<HTMLElement>} properties */
export const element = (tag, properties) =>
  Object.assign(document.createElement(tag), { type: "button", ...properties });

const [FEWEST, MOST] = [3, 11]; // two taps are as fast as a multiplier of two
/** @param {Key} key */
export const count = (key) => Number(key.field.value) || 0;
// The points of the cards of a key.
/** @param {Key} key */
export const worthOfKey = (key) => worthOf(key, count(key));

// The keys in this element; `words.times` is the label of the row of multipliers.
/** @param {HTMLElement} box @param {Record<string, string | undefined>} words @param {() => void} changed */
export function tapKeys(box, words, changed) {
  document.documentElement.classList.add("js");
  const keys = [...box.querySelectorAll(".key")].map(
    (key) =>
      /** @type {Key} */ ({
        box: key,
        value: Number(key.dataset.value),
        by_count: key.dataset.byCount?.split(" ").map(Number),
        field: key.querySelector("input"),
        name: key.querySelector("b")?.textContent,
      }),
  );
  /** @type {Key | null} */ let last = null;
  let most = Infinity; // cards of the whole hand

  const times = timesKeys((number) => set(number));
  if (keys.length) box.before(times); // inserted before it is needed, so that nothing moves
  isMade(times);
  isFilled(box);

  /** @param {number} number */
  function set(number) {
    const { field } = /** @type {Key} */ (last);
    field.value = String(Math.max(0, number) || "");
    tell(/** @type {Key} */ (last));
    show();
    changed();
  }

  /** @param {Key} key @param {number} by */
  function step(key, by) {
    last = key;
    for (const other of keys) other.box.classList.toggle("last", other === key);
    times.ariaLabel = (words.times ?? "").replace("…", key.name);
    set(count(key) + by);
  }

  // The limit of the decks and of the hand.
  function show() {
    const all = keys.reduce((sum, key) => sum + count(key), 0);
    const had = last ? count(last) : -1;
    const fits = last ? Math.min(Number(last.box.dataset.most), most - (all - had)) : 0;
    /** @type {HTMLButtonElement[]} */ ([...times.children]).forEach((button, n) => {
      button.disabled = n + FEWEST > fits;
      button.classList.toggle("at", n + FEWEST === had);
    });
  }

  for (const key of keys) addButtons(key, step);
  show();
  return {
    keys,
    // Set the counts, without a last key.
    fill(/** @type {string[]} */ counts) {
      last = null;
      keys.forEach((key, n) => {
        key.field.value = key.field.defaultValue = counts[n];
        key.box.classList.remove("last");
        tell(key);
      });
      show();
    },
    limit(/** @type {number} */ cards) {
      if (cards === most) return;
      most = cards;
      show();
    },
  };
}

/** @param {Key} key */
const tell = (key) => key.box.classList.toggle("has", count(key) > 0);

/** @param {Key} key @param {(key: Key, by: number) => void} step */
function addButtons(key, step) {
  const each = key.box.querySelector(".v")?.textContent;
  const add = element("button", { className: "add", ariaLabel: `${key.name}, ${each}` });
  key.field.tabIndex = -1;
  key.field.readOnly = true;
  key.field.placeholder = "";
  add.setAttribute("aria-describedby", key.field.id);
  add.addEventListener("click", () => {
    step(key, 1);
    rest(minus);
  });
  const minus = /** @type {HTMLButtonElement} */ (key.box.querySelector(".minus"));
  minus.type = "button";
  minus.addEventListener("click", () => {
    step(key, -1);
    if (!count(key)) add.focus({ preventScroll: true }); // the minus has gone
  });
  minus.before(add);
  tell(key);
}

// The minus appears on the key that is being tapped; until the thumb pauses, its taps still go to the key.
const PAUSE = 400; // ms
/** @type {WeakMap<Element, number>} */ const resting = new WeakMap(); // the timer of each minus

/** @param {HTMLElement} minus */
function rest(minus) {
  minus.classList.add("resting");
  clearTimeout(resting.get(minus));
  const timer = setTimeout(() => minus.classList.remove("resting"), PAUSE);
  resting.set(minus, timer);
}

/** @param {(number: number) => void} set */
function timesKeys(set) {
  const times = Object.assign(document.createElement("div"), { className: "times", role: "group" });
  for (let number = FEWEST; number <= MOST; number += 1) {
    const button = element("button", { textContent: `×${number}` });
    button.addEventListener("click", () => set(number));
    times.append(button);
  }
  return times;
}

// One switch for the whole page between keys and totals; the choice is stored on the phone.
/** @param {() => void} press */
export function modeKey(press) {
  const key = element("button", { className: "icon words", id: "mode" });
  key.addEventListener("click", press);
  return key;
}
