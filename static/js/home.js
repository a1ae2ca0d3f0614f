// Home is shown without us. After that comes what may be needed of it where there is no network.
import { install, keepCatalogue } from "./installing.js";
import { loaded } from "./loaded.js";
import { markKeptPage } from "./without_network.js";

const { then } = document.querySelector("script[data-then]").dataset;
const bring = () => import(then).catch(() => {});

install();
keepCatalogue();
loaded().then(bring).then(markKeptPage);
