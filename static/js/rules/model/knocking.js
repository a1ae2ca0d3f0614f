// How a round ended where players knock; twin of companion/rules/model/melding.py.

// The end of a round as stored: gin unless said, and big gin only where it is played.
/** @type {(knocking: { big_gin: number }, said?: RoundPlay["ending"]) => RoundPlay["ending"]} */
export function endingOf({ big_gin: bigGin }, said) {
  return !said || (said === "big_gin" && !bigGin) ? "gin" : said;
}
