// On a wide screen the sheet is beside the table, with its own stylesheets, which are beside it too: those in the head
// change with the places. Elsewhere nothing is loaded.
const wide = matchMedia("(min-width: 64rem) and (min-height: 40rem), (min-width: 43rem) and (min-height: 50rem)");
const beside = /** @type {WithData<"sheet">} */ (document.getElementById("beside"));
const place = document.createElement("div");
beside.append(place);

function showLastRounds() {
  const sheet = place.firstElementChild;
  sheet?.scrollTo(0, sheet.scrollHeight);
}

async function layBeside() {
  if (!wide.matches) return;
  const answer = await fetch(beside.dataset.sheet).catch(() => null);
  if (!answer?.ok) {
    beside.hidden = !place.firstElementChild; // a game that is only on this phone
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [, ...styles] = page.querySelectorAll("link[rel=stylesheet]"); // the first is common to all pages
  for (const style of styles) {
    style.onload = showLastRounds;
    if (!beside.querySelector(`link[href="${style.getAttribute("href")}"]`)) beside.prepend(style);
  }
  const sheet = page.querySelector(".scores:has(tbody tr)")?.parentElement;
  beside.hidden = !sheet;
  place.replaceChildren(...(sheet ? [sheet] : []));
  showLastRounds();
}

wide.addEventListener("change", layBeside);
document.addEventListener("news", layBeside);
layBeside();
