// Resolves once the page has loaded, for work that is not displayed at once.
/** @returns {Promise<unknown>} */
export const loaded = () =>
  new Promise((/** @type {(value?: unknown) => void} */ done) =>
    document.readyState === "complete" ? done() : addEventListener("load", done, { once: true }),
  );
