// Shows times by the phone's clock, because the page has the time of the table; and the commands left out on this
// phone.
import { timeWords } from "../browser/clock.js";
import { makeDrawer } from "../drawing/draw.js";
import { leftOut } from "../sync/left_out.js";

function tellTimes() {
  /** @type {NodeListOf<HTMLTimeElement>} */ const times = document.querySelectorAll(".log time[datetime]");
  for (const time of times) time.textContent = timeWords(time.dateTime);
}

// Each below its round, the last round first, like the page.
function showLeftOut() {
  const template = /** @type {WithData<"colours", HTMLTemplateElement> | null} */ (
    document.getElementById("left-out")
  );
  const [, link] = location.pathname.match(/\/g\/([^/]+)\/history$/) ?? [];
  if (!template || !link) return;
  const colours = template.dataset.colours.split(" ");
  for (const block of document.querySelectorAll(".left-out")) block.remove();
  const drawer = makeDrawer(template.content, { colour_of: (seat) => colours[seat] ?? 1 });
  for (const { id, round, lines, asked } of leftOut(link).filter((one) => one.lines)) {
    const both = ["out_of_date", "two_hands", "two_out"].includes(asked.code);
    const block = drawer.said("left_out", { id, round: round ?? 0, lines, both, count: lines?.length });
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
