// Shows the commands left out on this phone.
import { makeDrawer } from "../drawing/draw.js";
import { leftOut } from "../sync/left_out.js";

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
  for (const { id, round, lines, asked } of leftOut(link).filter((record) => record.lines)) {
    const both = ["out_of_date", "two_hands", "two_out"].includes(asked.code);
    const block = drawer.said("left_out", { id, round: round ?? 0, lines, both, count: lines?.length });
    const below = document.getElementById(`round-${round}`);
    if (below) below.after(...block);
    else template.before(...block);
  }
}

showLeftOut();
document.addEventListener("news", showLeftOut); // the page was redrawn
