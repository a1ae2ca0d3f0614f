// The home page works without scripts. Afterwards they load whatever may be needed offline.
import { loaded } from "../browser/page_events.js";
import { install, keepCatalogue } from "../offline/installing.js";
import { markKeptPage } from "../offline/without_network.js";

const { dataset } = /** @type {WithData<"then">} */ (document.querySelector("script[data-then]"));
const bring = () => import(dataset.then).catch(() => {});

install();
keepCatalogue();
loaded().then(bring).then(markKeptPage);
