// What nobody sees comes after what somebody does: a tap is on the glass first.
const LATEST = 100; // ms; a page that is not in sight paints nothing

// Once what was just drawn is on the screen.
export const painted = () =>
  new Promise((done) => {
    setTimeout(done, LATEST);
    requestAnimationFrame(() => setTimeout(done));
  });
