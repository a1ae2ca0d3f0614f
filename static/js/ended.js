// A link that has ended: how much was tapped here for its game and never sent.
import { openOutbox } from "./outbox.js";

const line = document.getElementById("stranded");
const [, link] = location.pathname.match(/\/g\/([^/]+)\//) ?? [];
const outbox = link && (await openOutbox(link));
const count = outbox?.commands.length;
line.textContent = line.textContent.replace("…", count);
line.hidden = !count;
