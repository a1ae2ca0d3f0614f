// Defers invisible work until after the paint, so that a tap is displayed first.

// Resolves once the page has loaded, for work that is not displayed at once.
/** @returns {Promise<unknown>} */
export const loaded = () =>
  new Promise((/** @type {(value?: unknown) => void} */ done) =>
    document.readyState === "complete" ? done() : addEventListener("load", done, { once: true }),
  );

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
