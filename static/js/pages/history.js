// Shows times by the phone's clock, because the page has the time of the table; and the commands left out on this
// phone.
import { LOCALE, isToday } from "../browser/clock.js";
import { makeDrawer } from "../drawing/draw.js";
import { leftOut } from "../sync/left_out.js";

function tellTimes() {
  for (const time of document.querySelectorAll(".log time[datetime]")) {
    const at = new Date(time.dateTime);
    const day = isToday(at) ? {} : { day: "numeric", month: "short" };
    time.textContent = at.toLocaleString(LOCALE, { ...day, hour: "numeric", minute: "2-digit" });
  }
}

// Each below its round, the last round first, like the page.
function showLeftOut() {
  const template = document.getElementById("left-out");
  if (!template) return;
  const { colours } = template.dataset;
  const [, link] = location.pathname.match(/\/g\/([^/]+)\/history$/);
  for (const block of document.querySelectorAll(".left-out")) block.remove();
  const drawer = makeDrawer(template.content, { colour_of: (seat) => colours.split(" ")[seat] ?? 1 });
  for (const { id, round, lines, asked } of leftOut(link).filter((one) => one.lines)) {
    const both = ["out_of_date", "two_hands", "two_out"].includes(asked.code);
    const block = drawer.said("left_out", { id, round: round ?? 0, lines, both, count: lines.length });
    const below = document.getElementById(`round-${round}`);
    if (below) below.after(...block);
    else template.before(...block);
  }
}

function show() {
  tellTimes();
  showLeftOut();
}

show();
document.addEventListener("news", show); // the page was redrawn
