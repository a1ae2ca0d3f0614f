"""What friends agree on before the first deal, in a few words each."""

from collections.abc import Iterator

from flask_babel import gettext, ngettext

from companion.rules.model.ruleset import End, Ruleset
from companion.sentences import N_, Sentence
from companion.web.view_models.remembered import likeness
from companion.web.words.hands import likeness_words
from companion.web.words.terms import figure

_TOLD_AS_A_KIND = ("finish", "by_round", "wild_by_round", "lives")


def agreed_words(ruleset: Ruleset) -> Iterator[str]:
    """The end of the game, the cards, what the first melds or a knock need, the price of a drop.

    Only what holds for every number of players, and in every round.
    """
    yield _end(ruleset)
    if not ruleset.scoring.only_points:
        yield from _cards(ruleset)
    if len(ruleset.opening.every_least) == 1:
        yield gettext("to open: %(points)s", points=ruleset.opening.every_least[0])
    if ruleset.knocking and ruleset.knocking.most and ruleset.knocking.at == "most":
        yield gettext("knock with %(points)s or less", points=ruleset.knocking.most)
    yield from _drops(ruleset)


def _end(ruleset: Ruleset) -> str:
    like = likeness(ruleset)
    if like.kind in _TOLD_AS_A_KIND:
        return likeness_words(like)
    if ruleset.end.limit is not None:
        return str(gettext(_limit(ruleset.end).one, points=figure(ruleset.end.limit)))
    if rounds := ruleset.rounds:
        return str(ngettext("%(num)s round", "%(num)s rounds", rounds))
    return str(gettext("as many rounds as you like"))


def _limit(end: End) -> Sentence:
    if not end.low_wins:
        return N_("First to %(points)s")
    return N_("Out at %(points)s") if end.when == "one_left" else N_("Over at %(points)s")


def _cards(ruleset: Ruleset) -> Iterator[str]:
    rows = [row for row in ruleset.decks if row.up_to >= ruleset.least_players]
    if len({*ruleset.cards_dealt}) == 1 and not any(row.cards_dealt for row in rows):
        yield gettext("%(cards)s cards each", cards=ruleset.cards_dealt[0])
    if len({row.decks.jokers for row in rows}) == 1 and not ruleset.pack.about:
        jokers = rows[0].decks.jokers
        yield (
            ngettext("%(num)s joker", "%(num)s jokers", jokers) if jokers else gettext("no jokers")
        )


def _drops(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.drops:
        yield f"{gettext('First drop')} {figure(ruleset.drops.first)}"
    if ruleset.drops and ruleset.drops_later:
        yield f"{gettext('Middle drop')} {figure(ruleset.drops.middle)}"
