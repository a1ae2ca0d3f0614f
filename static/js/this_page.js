// The name of this page among all of this browser. The next page of the same tab has it from the one that was left, and with it what
// that one held. It is not stored while the page is open: a tab that is doubled takes a copy.
const STORED = "companion-page";

export function nameOfThisPage() {
  const name = taken() ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
  addEventListener("pagehide", () => stored((storage) => storage.setItem(STORED, name)));
  addEventListener("pageshow", taken);
  return name;
}

const taken = () =>
  stored((storage) => {
    const name = storage.getItem(STORED);
    storage.removeItem(STORED);
    return name;
  });

function stored(work) {
  try {
    return work(sessionStorage);
  } catch {
    return null; // the browser keeps nothing for us
  }
}
