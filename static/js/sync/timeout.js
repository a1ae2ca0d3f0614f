// Timeouts for browser APIs that neither succeed nor fail, and the pauses between retries of a request.
export const PAUSES = { first: 1000, longest: 30_000 }; // ms, doubled after each attempt

const TICK = 1000; // ms; a suspended phone counts as one tick
const TICKS = 5;

// The result of `work`; throws after the timeout.
/** @template T @param {Promise<T>} work @returns {Promise<T>} */
export async function inTime(work) {
  let isDone = false;
  const tooLate = async () => {
    for (let n = 0; n < TICKS && !isDone; n += 1) await new Promise((done) => setTimeout(done, TICK));
    throw new Error("the browser does not answer");
  };
  try {
    return await Promise.race([work, tooLate()]);
  } finally {
    isDone = true;
  }
}
