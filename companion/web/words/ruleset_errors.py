"""Errors of a custom game as sentences that say what to do."""

from flask_babel import gettext

from companion.rules.reading.sections import RulesetError
from companion.sentences import N_


def ruleset_error_words(error: RulesetError, *, with_key: bool = False) -> str:
    """The error and the expected value."""
    sentence = _UNPLAYABLE.get(error.pattern)
    words = (
        gettext(sentence.one, key=error.key, **error.numbers)
        if sentence
        else gettext("Needed here: %(what)s.", what=error.expected)
    )
    if not with_key or error.key == "the file":
        return str(words)
    return str(
        gettext("This game cannot be played. “%(key)s”: %(words)s", key=error.key, words=words)
    )


# By the expected value as in files; here for people who fill in a form.
_UNPLAYABLE = {
    "a whole number from %(least)s to %(most)s": N_(
        "Enter a whole number from %(least)s to %(most)s."
    ),
    "a whole number from 0 to %(most)s, or a name": N_("Enter a whole number from 0 to %(most)s."),
    "a text of up to %(most)s characters": N_("Type something here, %(most)s characters at most."),
    "points, for this card is in play": N_("Say what it costs: a whole number from 0 to 1000."),
    "no more cards than are dealt, not %(cards)s where %(dealt)s are dealt": N_(
        "It takes %(cards)s cards, and only %(dealt)s are dealt. Make it smaller, or deal more."
    ),
    "only ranks of the cards in play, not %(rank)s": N_(
        "No card in play is called %(rank)s. Take it out, or ask for another rank."
    ),
    "no such key here": N_("Nothing here is called so. Take this key out."),
    "something in it": N_("This file is empty. Ask for the file again."),
    "a text in UTF-8": N_("This is not the file of a game. Ask for the file again."),
    "%(most)s kB or less": N_(
        "This file is larger than %(most)s kB, and no game needs so much. Ask for the file again."
    ),
    "%(most)s levels of keys or fewer": N_(
        "Keys in this file stand more than %(most)s levels deep, and in no game do they. "
        "Ask for the file again."
    ),
    "numbers of up to %(most)s digits": N_(
        "A number in this file has more than %(most)s digits. Ask for the file again."
    ),
    "a game in TOML (%(why)s)": N_(
        "This file cannot be read (%(why)s). Ask for the file again, or put it right there."
    ),
    "finish, with end.when contract_finished, or neither": N_(
        "“On making it” goes with a game that is over when somebody has made the last contract, "
        "and only with that. Change one of the two."
    ),
    "one that goes with end.when": N_(
        "Whether a last contract decides must be the same for when the game is over and for who "
        "wins. Change one of the two."
    ),
    "shared or play_on, where no contract ends the game": N_(
        "Only a game that ends with the last contract can decide like this. Let them share the "
        "win, or play another round."
    ),
    "at least one contract": N_("Add a contract, or say above that there are none."),
    "no contract": N_("Take the contracts out, or say how players go on to the next one."),
    "rows in the order of up_to, each once": N_(
        "Fill the rows from few players to many, each number of players once."
    ),
    "one number, or one for each of the %(contracts)s contracts, not %(rounds)s": N_(
        "Cards are dealt for %(rounds)s rounds, and there are contracts for %(contracts)s. Take "
        "out here or there what is too much, or add what is missing. One number alone serves every "
        "round."
    ),
    "no fewer than players.least": N_("Fewer at most than at least: change one of the two."),
}
