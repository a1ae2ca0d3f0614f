// What this tab and this browser store; without storage the results are null.

// An id of this page within the browser. The next page of the same tab inherits it, with the resources it held. It is
// not stored while the page is open, because a duplicated tab gets a copy of the storage.
const STORED = "companion-page";

export function nameOfThisPage() {
  const name = taken() ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
  addEventListener("pagehide", () => inThisTab((storage) => storage.setItem(STORED, name)));
  addEventListener("pageshow", taken);
  return name;
}

const taken = () => takenFromThisTab(STORED);

// The value that the previous page of this tab left; it is removed.
/** @param {string} key */
export const takenFromThisTab = (key) =>
  inThisTab((storage) => {
    const left = storage.getItem(key);
    storage.removeItem(key);
    return left;
  });

/** @type {Map<string, string>} */ const unstored = new Map();

// A text kept in this tab or browser, "" for none; without storage, in this page.
/** @param {string} name @param {typeof inThisTab} inside */
export const textOf = (name, inside) => ({
  get: () => unstored.get(name) ?? inside((storage) => storage.getItem(name)) ?? "",
  set(/** @type {string} */ text) {
    unstored.delete(name);
    const isStored = inside((storage) => {
      if (text) storage.setItem(name, text);
      else storage.removeItem(name);
      return true;
    });
    if (!isStored && text) unstored.set(name, text);
  },
});

/** @template T @param {(storage: Storage) => T} work */
export const inThisTab = (work) => attempted(() => work(sessionStorage));

/** @template T @param {(storage: Storage) => T} work */
export const inThisBrowser = (work) => attempted(() => work(localStorage));

/** @template T @param {() => T} work */
function attempted(work) {
  try {
    return work();
  } catch {
    return null; // no storage, or it is full
  }
}
