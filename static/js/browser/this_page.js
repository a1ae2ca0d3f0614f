// The name of this page among all of this browser. The next page of the same tab has it from the one that was left,
// and with it what that one held. It is not stored while the page is open: a tab that is doubled takes a copy.
const STORED = "companion-page";

export function nameOfThisPage() {
  const name = taken() ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
  addEventListener("pagehide", () => inThisTab((storage) => storage.setItem(STORED, name)));
  addEventListener("pageshow", taken);
  return name;
}

const taken = () => takenFromThisTab(STORED);

// What a page of this tab has left there, once.
export const takenFromThisTab = (key) =>
  inThisTab((storage) => {
    const left = storage.getItem(key);
    storage.removeItem(key);
    return left;
  });

const unstored = new Map();

// A text for as long as this tab is open, "" for none; where the browser stores nothing, for as long as this page is.
export const draftOf = (name) => ({
  get: () => unstored.get(name) ?? inThisTab((storage) => storage.getItem(name)) ?? "",
  set(text) {
    unstored.delete(name);
    const isStored = inThisTab((storage) => {
      if (text) storage.setItem(name, text);
      else storage.removeItem(name);
      return true;
    });
    if (!isStored && text) unstored.set(name, text);
  },
});

export function inThisTab(work) {
  try {
    return work(sessionStorage);
  } catch {
    return null; // the browser keeps nothing for us
  }
}
