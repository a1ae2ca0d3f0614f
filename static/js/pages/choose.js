// Narrows the games down while somebody types; without this file the form asks the server for the same.
import { install, keepCatalogue } from "../offline/installing.js";
import { markKeptPage } from "../offline/without_network.js";

const form = document.getElementById("choose");
const box = form.elements.q;
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const lines = [...document.querySelectorAll("[data-found] li")].map((line) => ({
  line,
  text: plain(line.textContent),
}));

function narrow() {
  const words = plain(box.value).split(/\s+/).filter(Boolean);
  for (const { line, text } of lines) line.hidden = !words.every((word) => text.includes(word));
  for (const part of document.querySelectorAll("[data-found]")) part.hidden = !part.querySelector("li:not([hidden])");
  document.getElementById("none-found").hidden = lines.some(({ line }) => !line.hidden);
}

// What the server has narrowed down already is fetched anew to be widened again.
if (!new URLSearchParams(location.search).get("q")) {
  form.querySelector("button").hidden = true;
  form.addEventListener("submit", (event) => event.preventDefault());
  box.addEventListener("input", narrow);
  addEventListener("pageshow", narrow); // a browser may put back what was typed before
}

install();
keepCatalogue();
markKeptPage();
