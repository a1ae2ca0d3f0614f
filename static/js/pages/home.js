// Home is shown without us. After that comes what may be needed of it where there is no network.
import { install, keepCatalogue } from "../offline/installing.js";
import { loaded } from "../browser/loaded.js";
import { markKeptPage } from "../offline/without_network.js";

const { then } = document.querySelector("script[data-then]").dataset;
const bring = () => import(then).catch(() => {});

install();
keepCatalogue();
loaded().then(bring).then(markKeptPage);
