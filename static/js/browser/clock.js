// Days and hours by the clock of this phone, written as the server writes them.
const { lang } = document.documentElement;

export const LOCALE = lang === "en" ? "en-GB" : lang; // the day first

export const isToday = (moment) => moment.toDateString() === new Date().toDateString();
