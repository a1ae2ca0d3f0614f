// What nobody sees comes after what somebody does: a tap is on the glass first.
const LATEST = 100; // ms

// Once what was just drawn is on the screen; at once in a page that is put away, for it may never be woken to go on.
export function painted() {
  const seen = new AbortController(); // or nobody looks any more
  return new Promise((/** @type {(value?: any) => void} */ done) => {
    const isHidden = () => document.hidden && done();
    isHidden();
    document.addEventListener("visibilitychange", isHidden, { signal: seen.signal });
    setTimeout(done, LATEST);
    requestAnimationFrame(() => setTimeout(done));
  }).then(() => seen.abort());
}
