// How long a page waits for a browser that neither does what it was asked for nor refuses it.
const TICK = 1000; // ms: all the time that a phone has slept is one tick
const TICKS = 5;

// What `work` comes to; throws where it has come to nothing in time.
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
