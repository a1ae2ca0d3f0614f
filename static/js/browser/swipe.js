// A swipe across the name goes to the neighbouring hand.

const SWIPE = 60;
/** @type {Touch | null} */ let start = null;

addEventListener(
  "touchstart",
  (event) => {
    const onName = /** @type {Element} */ (event.target).closest?.("#bar:has(#people)");
    start = event.touches.length === 1 && onName ? event.touches[0] : null;
  },
  { passive: true },
);
addEventListener("touchend", ({ changedTouches: [end] }) => {
  const [across, along] = start ? [end.clientX - start.clientX, end.clientY - start.clientY] : [0, 0];
  start = null;
  if (Math.abs(across) < SWIPE || Math.abs(along) > Math.abs(across) / 2) return;
  const forward = across < 0 !== (document.dir === "rtl");
  const here = /** @type {HTMLElement} */ (document.querySelector(".person[aria-current]"));
  /** @type {HTMLElement | null} */ (forward ? here.nextElementSibling : here.previousElementSibling)?.click();
});
