// A swipe across the name leads to the hand beside this one.
const SWIPE = 60;
const bar = document.getElementById("bar");
let start = null;
bar.addEventListener("touchstart", ({ touches }) => (start = touches.length === 1 ? touches[0] : null));
bar.addEventListener("touchend", ({ changedTouches: [end] }) => {
  const [across, along] = start ? [end.clientX - start.clientX, end.clientY - start.clientY] : [0, 0];
  if (Math.abs(across) < SWIPE || Math.abs(along) > Math.abs(across) / 2) return;
  const forward = across < 0 !== (document.dir === "rtl");
  const here = document.querySelector(".person[aria-current]");
  (forward ? here.nextElementSibling : here.previousElementSibling)?.click();
});
