// Filters the games while somebody types; without this script the form asks the server. Folded variants unfold.
import { install, keepCatalogue } from "../offline/installing.js";
import { markKeptPage } from "../offline/without_network.js";
import { searchable } from "../rules/model/names.js";

const form = /** @type {WithFields<{ q: HTMLInputElement }>} */ (document.getElementById("choose"));
const box = form.elements.q;
const none = /** @type {HTMLElement} */ (document.getElementById("none-found"));
const lines = /** @type {WithData<"names">[]} */ ([...document.querySelectorAll("[data-names]")]);
let isSearch = false;

/** @param {WithData<"names">} line @param {string[]} words */
const hasAll = ({ dataset }, words) => words.every((word) => ` ${dataset.names}`.includes(word));

// As `finder` in web/view_models/games.py: at the start of words, if a line has them there.
function narrow() {
  const words = searchable(box.value).split(" ");
  const starts = words.map((word) => ` ${word}`);
  const wanted = lines.some((line) => hasAll(line, starts)) ? starts : words;
  for (const line of lines) line.hidden = !hasAll(line, wanted);
  for (const part of document.querySelectorAll("[data-found]"))
    part.hidden = !part.querySelector("[data-names]:not([hidden])");
  if (isSearch !== (box.value !== "")) {
    isSearch = !isSearch;
    /** @type {NodeListOf<HTMLDetailsElement>} */
    const folded = document.querySelectorAll(".variants");
    for (const variants of folded) variants.open = isSearch;
  }
  none.hidden = lines.some((line) => !line.hidden);
}

// A list that the server has filtered is loaded again without the filter.
if (!new URLSearchParams(location.search).get("q")) {
  /** @type {HTMLElement} */ (form.querySelector("button")).hidden = true;
  form.addEventListener("submit", (event) => event.preventDefault());
  box.addEventListener("input", narrow);
  addEventListener("pageshow", narrow); // a browser may restore the input
}

install();
keepCatalogue();
markKeptPage();
