"""Sentences about dealing and buying, for the rules card."""

from collections.abc import Iterator
from itertools import groupby

from flask_babel import gettext, ngettext

from companion.rules.model.ruleset import DecksFor, Ruleset
from companion.sentences import N_
from companion.web.words.text import comma, own_words, with_its_number

_LIMIT = "buys.limit"


def buy_limit_words(ruleset: Ruleset) -> Iterator[str]:
    """The limit of buys; None without buying, or if a house rule says it."""
    limits = ruleset.buys.limits
    if not ruleset.buys.allowed or _is_asked(ruleset):
        return
    if limits is None:
        yield gettext("Each player may buy as often as they like.")
    elif len({*limits}) == 1:
        yield ngettext(
            "Each player may buy once in a round.",
            "Each player may buy up to %(num)s times in a round.",
            limits[0],
        )
    else:
        yield from _buys_by_round(limits)


def _is_asked(ruleset: Ruleset) -> bool:
    """Whether the choices of a house rule tell it, on the same card."""
    choices = [choice for rule in ruleset.house_rules for choice in rule.choices]
    return any(_LIMIT in choice.changes for choice in choices)


def _buys_by_round(limits: tuple[int, ...]) -> Iterator[str]:
    """The last number applies to all later rounds."""
    first = 1
    for buys, row in groupby(limits):
        last = first + len([*row]) - 1
        yield _buys_of_rounds(buys, first, last, is_last=last == len(limits))
        first = last + 1


def _buys_of_rounds(buys: int, first: int, last: int, *, is_last: bool) -> str:
    words: str
    if is_last:
        words = ngettext(
            "From round %(first)s on each player may buy once a round.",
            "From round %(first)s on each player may buy up to %(num)s times a round.",
            buys,
            first=first,
        )
    elif first == last:
        words = ngettext(
            "Round %(first)s: each player may buy once.",
            "Round %(first)s: each player may buy up to %(num)s times.",
            buys,
            first=first,
        )
    else:
        words = ngettext(
            "Rounds %(first)s to %(last)s: each player may buy once a round.",
            "Rounds %(first)s to %(last)s: each player may buy up to %(num)s times a round.",
            buys,
            first=first,
            last=last,
        )
    return words


_LEAST_IN_A_ROW = 3
_FIRST_DEALERS = {
    "table": N_("Your table decides who deals first."),
    "lowest_card": N_("Everybody draws a card; the lowest deals first, and an ace is low."),
    "highest_card": N_("Everybody draws a card; the highest deals first."),
}


_PASSES = {
    "left": N_("Play passes to the left, clockwise."),
    "right": N_("Play passes to the right, anticlockwise."),
}


def dealing_words(ruleset: Ruleset) -> Iterator[str]:
    """The number of cards per player."""
    if len({*ruleset.cards_dealt}) > 1:
        yield from _cards_by_round(ruleset.cards_dealt)
    elif not _hangs_on_players(ruleset):
        yield gettext("Each player is dealt %(cards)s cards.", cards=ruleset.cards_dealt[0])


def setting_up_words(ruleset: Ruleset) -> Iterator[str]:
    """The preparation, the first player, and the direction of deal and play.

    Where nothing is discarded, only the game's own text tells how to mix what is drawn, so it comes
    first.
    """
    own = [own_words(text) for text in ruleset.how_to_play["setting_up"]]
    if not ruleset.discards:
        yield from own
    yield from dealing_words(ruleset)
    if ruleset.discards and not ruleset.upcard:
        yield gettext(
            "Shuffle all the cards together. The cards not dealt are the stock, face down."
        )
    elif ruleset.discards:
        yield gettext(
            "Shuffle all the cards together. The cards not dealt are the stock, face down; "
            "turn up its top card as the first discard."
        )
    yield gettext(_FIRST_DEALERS[ruleset.first_dealer].one)
    if not ruleset.dealer:
        yield gettext(_PASSES[ruleset.direction].one)
    elif ruleset.direction == "right":
        yield gettext(
            "The player on the dealer’s right begins; play and deal pass to the right, "
            "anticlockwise."
        )
    else:
        yield gettext(
            "The player on the dealer’s left begins; play and deal pass to the left, clockwise."
        )
    if ruleset.discards:
        yield from own


def decks_words(ruleset: Ruleset, row: DecksFor) -> str:
    """2 decks, no jokers; and the cards each, if that depends on the number of players."""
    jokers = row.decks.jokers
    parts = [
        ngettext("%(num)s deck", "%(num)s decks", row.decks.decks),
        ngettext("%(num)s joker", "%(num)s jokers", jokers) if jokers else gettext("no jokers"),
    ]
    if _hangs_on_players(ruleset):
        dealt = row.cards_dealt or ruleset.cards_dealt[0]
        parts.append(gettext("%(cards)s cards each", cards=dealt))
    return comma().join(map(with_its_number, parts))


def _hangs_on_players(ruleset: Ruleset) -> bool:
    return any(row.cards_dealt for row in ruleset.decks)


def _cards_by_round(cards_dealt: tuple[int, ...]) -> Iterator[str]:
    first = 1
    while first <= len(cards_dealt):
        cards = cards_dealt[first - 1 :]
        step, rounds = _steady(cards)
        yield _cards_of_rounds(cards[0], step, first, first + rounds - 1)
        first += rounds


def _steady(cards: tuple[int, ...]) -> tuple[int, int]:
    """The change of the deal per round from here on, and the number of rounds."""
    step = cards[1] - cards[0] if len(cards) > 1 else 0
    rounds = 1
    while rounds < len(cards) and cards[rounds] - cards[rounds - 1] == step:
        rounds += 1
    return (0, 1) if step and rounds < _LEAST_IN_A_ROW else (step, rounds)


def _cards_of_rounds(cards: int, step: int, first: int, last: int) -> str:
    """The deal of a range of rounds; `step` is its change per round."""
    figures = {"cards": cards, "first": first, "last": last, "end": cards + step * (last - first)}
    if first == last:
        words = gettext("Round %(first)s: %(cards)s cards each.", **figures)
    elif step == 0:
        words = gettext("Rounds %(first)s to %(last)s: %(cards)s cards each.", **figures)
    elif step > 0:
        words = ngettext(
            "%(cards)s cards in round %(first)s, one more each round, "
            "up to %(end)s in round %(last)s.",
            "%(cards)s cards in round %(first)s, %(num)s more each round, "
            "up to %(end)s in round %(last)s.",
            step,
            **figures,
        )
    else:
        words = ngettext(
            "%(cards)s cards in round %(first)s, one fewer each round, "
            "down to %(end)s in round %(last)s.",
            "%(cards)s cards in round %(first)s, %(num)s fewer each round, "
            "down to %(end)s in round %(last)s.",
            -step,
            **figures,
        )
    return str(words)
