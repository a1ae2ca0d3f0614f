// Defers invisible work until after the paint, so that a tap is displayed first.

// Resolves once the page has loaded, for work that is not displayed at once.
/** @returns {Promise<unknown>} */
export const loaded = () =>
  new Promise((/** @type {(value?: unknown) => void} */ done) =>
    document.readyState === "complete" ? done() : addEventListener("load", done, { once: true }),
  );

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const LATEST = 100; // ms

// Resolves after the next paint; at once in a hidden page, which may never be resumed.
export function painted() {
  const seen = new AbortController(); // or the page is hidden
  return new Promise((/** @type {(value?: unknown) => void} */ done) => {
    const isHidden = () => document.hidden && done();
    isHidden();
    document.addEventListener("visibilitychange", isHidden, { signal: seen.signal });
    setTimeout(done, LATEST);
    requestAnimationFrame(() => setTimeout(done));
  }).then(() => seen.abort());
}

/** @type {Map<string, Promise<unknown>>} */ const loading = new Map(); // stylesheets, by address

// Resolves once this stylesheet, or one of its address, has loaded; rejects if it cannot be. It is put into the head,
// because a stylesheet that is removed while loading never fires load.
/** @param {HTMLLinkElement} link */
export function loadedStylesheet(link) {
  const address = link.getAttribute("href") ?? "";
  /** @type {HTMLLinkElement | null} */ const known = document.head.querySelector(`link[href="${address}"]`);
  if (known?.sheet) return known;
  const pending = loading.get(address);
  if (pending) return pending;
  known?.remove();
  const loads = new Promise((done, failed) =>
    document.head.append(Object.assign(link, { onload: done, onerror: failed })),
  ).finally(() => loading.delete(address));
  loading.set(address, loads);
  return loads;
}
