// When it was by the clock of this phone; the page itself has the clock of the table.
import { LOCALE, isToday } from "./clock.js";

for (const time of document.querySelectorAll(".log time")) {
  const at = new Date(time.dateTime);
  const day = isToday(at) ? {} : { day: "numeric", month: "short" };
  time.textContent = at.toLocaleString(LOCALE, { ...day, hour: "numeric", minute: "2-digit" });
}
