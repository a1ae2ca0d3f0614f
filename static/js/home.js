// Home is shown without us. After that comes what may be needed of it where there is no network.
import { install } from "./installing.js";
import { loaded } from "./loaded.js";

const { then } = document.querySelector("script[data-then]").dataset;
const bring = () => import(then).catch(() => {});

install();
loaded().then(bring);
