// A swipe across the name goes to the neighbouring hand.
const SWIPE = 60;
let start = null;

addEventListener(
  "touchstart",
  ({ touches, target }) => {
    start = touches.length === 1 && target.closest?.("#bar:has(#people)") ? touches[0] : null;
  },
  { passive: true },
);
addEventListener("touchend", ({ changedTouches: [end] }) => {
  const [across, along] = start ? [end.clientX - start.clientX, end.clientY - start.clientY] : [0, 0];
  start = null;
  if (Math.abs(across) < SWIPE || Math.abs(along) > Math.abs(across) / 2) return;
  const forward = across < 0 !== (document.dir === "rtl");
  const here = document.querySelector(".person[aria-current]");
  (forward ? here.nextElementSibling : here.previousElementSibling)?.click();
});
