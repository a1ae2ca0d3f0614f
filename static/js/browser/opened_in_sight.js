// Scrolls an opened section out from behind the dock.
const [MARGIN, BAR] = [8, 72]; // px

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open) return;
    const dock = document.querySelector(".dock")?.getBoundingClientRect();
    const { bottom, top } = target.getBoundingClientRect();
    const hidden = bottom - (dock ? Math.min(dock.top, innerHeight) : innerHeight);
    if (hidden > 0) scrollBy(0, Math.min(hidden + MARGIN, top - BAR)); // its head stays in sight
  },
  true,
);
