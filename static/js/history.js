// When it was by the clock of this phone; the page itself has the clock of the table.
const { lang } = document.documentElement;
const clock = lang === "en" ? "en-GB" : lang; // as the server has it

for (const time of document.querySelectorAll(".log time")) {
  const at = new Date(time.dateTime);
  const today = at.toDateString() === new Date().toDateString();
  const day = today ? {} : { day: "numeric", month: "short" };
  time.textContent = at.toLocaleString(clock, { ...day, hour: "numeric", minute: "2-digit" });
}
