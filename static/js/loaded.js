// What is not shown at once comes after the page is all there.
export const loaded = () =>
  new Promise((done) => (document.readyState === "complete" ? done() : addEventListener("load", done, { once: true })));
