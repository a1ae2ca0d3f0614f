// The keypad: a tap on a key adds a card, its minus removes one; a multiplier above the keys applies to the last key.
// Without this script the keys are plain fields, and the minus submits the form.
import { isFilled, isMade } from "../../drawing/morph.js";

export const element = (tag, properties) =>
  Object.assign(document.createElement(tag), { type: "button", ...properties });

const [FEWEST, MOST] = [3, 11]; // two taps are as fast as a multiplier of two
export const count = (key) => Number(key.field.value) || 0;

// The keys in this element; `words.times` is the label of the row of multipliers.
export function tapKeys(box, words, changed) {
  document.documentElement.classList.add("js");
  const keys = [...box.querySelectorAll(".key")].map((key) => ({
    box: key,
    value: Number(key.dataset.value),
    field: key.querySelector("input"),
    name: key.querySelector("b").textContent,
  }));
  let last = null;
  let most = Infinity; // cards of the whole hand

  const times = timesKeys((number) => set(number));
  box.before(times); // inserted before it is needed, so that nothing moves
  isMade(times);
  isFilled(box);

  function set(number) {
    last.field.value = Math.max(0, number) || "";
    tell(last);
    show();
    changed();
  }

  function step(key, by) {
    last = key;
    for (const other of keys) other.box.classList.toggle("last", other === key);
    times.ariaLabel = words.times.replace("…", key.name);
    set(count(key) + by);
  }

  // The limit of the decks and of the hand.
  function show() {
    const others = last && keys.reduce((sum, key) => sum + count(key), 0) - count(last);
    const fits = last ? Math.min(Number(last.box.dataset.most), most - others) : 0;
    times.tabIndex = fits < FEWEST ? 0 : -1; // it scrolls even if nothing in it can be tapped
    /** @type {HTMLButtonElement[]} */ ([...times.children]).forEach((button, n) => {
      button.disabled = n + FEWEST > fits;
      button.classList.toggle("at", Boolean(last) && n + FEWEST === count(last));
    });
  }

  for (const key of keys) addButtons(key, step);
  show();
  return {
    keys,
    // Set the counts, without a last key.
    fill(counts) {
      last = null;
      times.ariaLabel = null;
      keys.forEach((key, n) => {
        key.field.value = key.field.defaultValue = counts[n];
        key.box.classList.remove("last");
        tell(key);
      });
      show();
    },
    limit(cards) {
      if (cards === most) return;
      most = cards;
      show();
    },
  };
}

const tell = (key) => key.box.classList.toggle("has", count(key) > 0);

function addButtons(key, step) {
  const each = key.box.querySelector(".v").textContent;
  const add = element("button", { className: "add", ariaLabel: `${key.name}, ${each}` });
  key.field.tabIndex = -1;
  key.field.readOnly = true;
  key.field.placeholder = "";
  add.setAttribute("aria-describedby", key.field.id);
  add.addEventListener("click", () => {
    step(key, 1);
    rest(minus);
  });
  const minus = key.box.querySelector(".minus");
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
const resting = new WeakMap(); // the timer of each minus

function rest(minus) {
  minus.classList.add("resting");
  clearTimeout(resting.get(minus));
  resting.set(
    minus,
    setTimeout(() => minus.classList.remove("resting"), PAUSE),
  );
}

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
export function modeKey(press) {
  const key = element("button", { className: "icon words", id: "mode" });
  key.addEventListener("click", press);
  return key;
}
