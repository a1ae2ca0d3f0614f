// When two names are one: companion/rules/names.py in the browser.
export const folded = (name) => name.normalize("NFC").toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC");
