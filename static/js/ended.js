// A link that has ended, or whose game was deleted: how much was tapped here for it and never sent. Nobody of it is named here any more.
import { forgetNames } from "./left_out.js";
import { openOutbox } from "./outbox.js";

const line = document.getElementById("stranded");
const [, link] = location.pathname.match(/\/g\/([^/]+)\//) ?? [];
if (link) forgetNames(link);
const outbox = line && link && (await openOutbox(link));
const count = outbox?.commands.length;
if (count) line.textContent = line.textContent.replace("…", count);
if (count) line.hidden = false;
