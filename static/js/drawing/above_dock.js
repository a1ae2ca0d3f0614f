// Positions notices at the edge of the dock, whatever its size, so that they cover none of its buttons.
const root = document.documentElement;
const line = document.getElementById("live");

function lie() {
  const dock = document.querySelector(".dock")?.getBoundingClientRect() ?? {
    top: innerHeight,
    left: 0,
    width: innerWidth,
  };
  const lies = {
    bottom: Math.max(0, innerHeight - dock.top),
    left: dock.left,
    width: dock.width,
    line: line?.offsetHeight ?? 0,
  };
  for (const [name, length] of Object.entries(lies)) root.style.setProperty(`--${name}`, `${length}px`);
}

for (const told of [line, document.getElementById("said")]) {
  if (told) new MutationObserver(lie).observe(told, { childList: true, characterData: true, subtree: true });
}
addEventListener("resize", lie);
document.addEventListener("news", lie); // the dock was replaced
lie();
