// Dates and times in the phone's time zone, formatted as by the server.
const { lang } = document.documentElement;

export const LOCALE = lang === "en" ? "en-GB" : lang; // the day first

export const isToday = (moment) => moment.toDateString() === new Date().toDateString();
