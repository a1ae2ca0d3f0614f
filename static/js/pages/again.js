import "./escape.js";
import "../offline/staying.js";

// This page may be the response to a form; a reload must GET it, not repeat the POST.
history.replaceState(history.state, "", location.href);

// Scrolls an opened section out from behind the dock.
const MARGIN = 8; // px

// A section that the page opens itself also sends its toggle, sometimes after this script has started.
const openAtFirst = new WeakSet(document.querySelectorAll("details[open]"));

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement)) return;
    if (openAtFirst.delete(target) || !target.open) return;
    const dock = document.querySelector(".dock")?.getBoundingClientRect();
    const { bottom, top } = target.getBoundingClientRect();
    const hidden = bottom - (dock ? Math.min(dock.top, innerHeight) : innerHeight);
    const bar = Math.max(0, document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0);
    if (hidden > 0) scrollBy(0, Math.min(hidden + MARGIN, top - bar - MARGIN)); // its head stays in sight
  },
  true,
);
