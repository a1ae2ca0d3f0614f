// What is not shown at once comes after the page is all there.
/** @returns {Promise<any>} */
export const loaded = () =>
  new Promise((/** @type {(value?: any) => void} */ done) =>
    document.readyState === "complete" ? done() : addEventListener("load", done, { once: true }),
  );
