// The line that says how things stand lies on the edge of the dock, as high and as wide as that is just now, and covers none of its buttons.
const line = document.getElementById("live");

function lie() {
  if (!line?.textContent) return;
  const dock = document.querySelector(".dock")?.getBoundingClientRect() ?? { top: innerHeight, left: 0, width: innerWidth };
  const lies = { bottom: Math.max(0, innerHeight - dock.top), left: dock.left, width: dock.width };
  for (const [name, length] of Object.entries(lies)) line.style.setProperty(`--${name}`, `${length}px`);
}

if (line) new MutationObserver(lie).observe(line, { childList: true, characterData: true, subtree: true });
addEventListener("resize", lie);
document.addEventListener("news", lie); // another dock stands there
lie();
