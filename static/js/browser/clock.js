// Dates and times in the phone's time zone, formatted as by the server.
const { lang } = document.documentElement;

export const LOCALE = lang === "en" ? "en-GB" : lang; // the day first

/** @param {Date} moment */
const isToday = (moment) => moment.toDateString() === new Date().toDateString();

// The hour, and before it the day in this form where that is not today.
/** @param {number | string | Date} at @param {Intl.DateTimeFormatOptions} day */
export function timeWords(at, day = { day: "numeric", month: "short" }) {
  const moment = new Date(at);
  const time = new Intl.DateTimeFormat(LOCALE, { timeStyle: "short" }).format(moment);
  return isToday(moment) ? time : `${new Intl.DateTimeFormat(LOCALE, day).format(moment)}, ${time}`;
}
