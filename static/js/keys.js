// Value keys: a tap anywhere on one counts a card more. One less, and "eight of them", stand in a row above them and go to the key
// tapped last: on the key itself they would lie under the thumb that taps it again. Without this file the keys are plain fields.
import { isFilled, isMade } from "./mend.js";

export const element = (tag, properties) =>
  Object.assign(document.createElement(tag), { type: "button", ...properties });

const [FEWEST, MOST] = [3, 11]; // two are counted as fast by two taps
export const count = (key) => Number(key.field.value) || 0;

// The keys in this box; `words.times` names the row of numbers.
export function tapKeys(box, words, changed) {
  document.documentElement.classList.add("js");
  const keys = [...box.querySelectorAll(".key")].map((key) => ({
    box: key,
    value: Number(key.dataset.value),
    field: key.querySelector("input"),
    name: key.querySelector("b").textContent,
  }));
  let last = null;
  let most = Infinity; // cards that the whole hand can have

  const times = timesKeys((number) => set(number));
  const less = element("button", { className: "less", textContent: "−1", disabled: true });
  const row = element("div", { className: "last-key" });
  less.addEventListener("click", () => set(count(last) - 1));
  row.append(less, times);
  box.before(row); // there before it is asked: nothing moves
  isMade(row);
  isFilled(box);

  function set(number) {
    last.field.value = Math.max(0, number) || "";
    tell(last);
    show();
    changed();
  }

  function tap(key) {
    last = key;
    for (const other of keys) other.box.classList.toggle("last", other === key);
    less.ariaLabel = `−1 ${key.name}`;
    times.ariaLabel = words.times.replace("…", key.name);
    set(count(key) + 1);
  }

  // No more of a card than there are, and no more cards than the hand can have.
  function show() {
    const others = last && keys.reduce((sum, key) => sum + count(key), 0) - count(last);
    const fits = last ? Math.min(Number(last.box.dataset.most), most - others) : 0;
    less.disabled = !last || !count(last);
    times.tabIndex = fits < FEWEST ? 0 : -1; // it scrolls, also while none of it can be tapped
    [...times.children].forEach((button, n) => {
      button.disabled = n + FEWEST > fits;
      button.classList.toggle("at", Boolean(last) && n + FEWEST === count(last));
    });
  }

  for (const key of keys) addButton(key, tap);
  show();
  return {
    keys,
    // So many of each, and none of them tapped by now.
    fill(counts) {
      last = null;
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

function addButton(key, tap) {
  const each = key.box.querySelector(".v").textContent;
  const add = element("button", { className: "add", ariaLabel: `${key.name}, ${each}` });
  key.field.tabIndex = -1;
  key.field.readOnly = true;
  key.field.placeholder = "";
  add.setAttribute("aria-describedby", key.field.id);
  add.addEventListener("click", () => tap(key));
  key.box.append(add);
  tell(key);
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

// One key for the whole page switches between keys and totals, and the phone remembers it.
export function modeKey(press) {
  const key = element("button", { className: "icon words", id: "mode" });
  key.addEventListener("click", press);
  return key;
}
