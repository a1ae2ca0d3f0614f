"""Names of cards, melds and contracts, and the values of cards."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from flask_babel import gettext, ngettext

from companion.rules.model.cards import JOKER, PLAIN_RANKS, Bonus, CardClass, rank_of_number
from companion.rules.model.contracts import Colour, Contract, Meld, OfRank, Set
from companion.rules.model.ruleset import Ruleset
from companion.sentences import N_, NN_
from companion.web.words.text import comma, own_words, say, unbroken, with_its_number

_LEAST_IN_A_ROW = 3


def card_points_words(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Cards and their points, expensive ones first: 10 J Q K, 10 points; 2 – 9, their number.

    Last the low cards of a run that have a value of their own.
    """
    for _, neighbours in groupby(enumerate(ruleset.card_values.classes), _number_row):
        classes = [card_class for _, card_class in neighbours]
        if len(classes) >= _LEAST_IN_A_ROW and _costs_its_number(classes[0]):
            yield _from_to(classes[-1], classes[0]), gettext("face value")
        else:
            yield from ((class_words(one), _points(one, ruleset)) for one in classes)
    for low in ruleset.card_values.low_cards:
        yield class_words(low), _points(low, ruleset)


def _number_row(numbered: tuple[int, CardClass]) -> int | None:
    """The same for adjacent ranks that cost their own number each."""
    place, card_class = numbered
    return place + card_class.value if _costs_its_number(card_class) else None


def _costs_its_number(card_class: CardClass) -> bool:
    return card_class.ranks == (str(card_class.value),) and not card_class.wild


def _from_to(low: CardClass, high: CardClass) -> str:
    ends = (card_words(one.ranks[0], one.called) for one in (low, high))
    return " – ".join(ends)


def _points(card_class: CardClass, ruleset: Ruleset) -> str:
    """The value per card of the class, and its wild ranks if not all are.

    That jokers are wild goes without saying.
    """
    points = card_class.value
    named = [rank for rank in card_class.ranks if rank in ruleset.wild and rank != JOKER]
    wild = [card_words(rank, card_class.called) for rank in named]
    if card_class.wild and not _is_called_wild(card_class):
        words = ngettext("%(num)s point, wild", "%(num)s points, wild", points)
    elif wild and not card_class.wild:
        ranks = comma().join(wild)
        words = ngettext(
            "%(num)s point; wild: %(ranks)s", "%(num)s points; wild: %(ranks)s", points, ranks=ranks
        )
    else:
        words = ngettext("%(num)s point", "%(num)s points", points)
    return with_its_number(words)


def _is_called_wild(card_class: CardClass) -> bool:
    """Whether the name of its cards says that they are wild."""
    return {card_class.called.get(rank, rank).lower() for rank in card_class.ranks} == {"wild"}


_LISTED_RANKS = 4
# One sentence per rank, because languages inflect nouns.
_OF_RANK = {
    JOKER: NN_("a joker", "%(size)s jokers", "size"),
    "A": NN_("an ace", "%(size)s aces", "size"),
    "K": NN_("a king", "%(size)s kings", "size"),
    "Q": NN_("a queen", "%(size)s queens", "size"),
    "J": NN_("a jack", "%(size)s jacks", "size"),
    "10": NN_("a ten", "%(size)s tens", "size"),
    "9": NN_("a nine", "%(size)s nines", "size"),
    "8": NN_("an eight", "%(size)s eights", "size"),
    "7": NN_("a seven", "%(size)s sevens", "size"),
    "6": NN_("a six", "%(size)s sixes", "size"),
    "5": NN_("a five", "%(size)s fives", "size"),
    "4": NN_("a four", "%(size)s fours", "size"),
    "3": NN_("a three", "%(size)s threes", "size"),
    "2": NN_("a two", "%(size)s twos", "size"),
}
_OF_ANOTHER_RANK = N_("%(size)s × %(rank)s")
_WILD = {
    "A": N_("Aces are wild"),
    "K": N_("Kings are wild"),
    "Q": N_("Queens are wild"),
    "J": N_("Jacks are wild"),
    "10": N_("Tens are wild"),
    "9": N_("Nines are wild"),
    "8": N_("Eights are wild"),
    "7": N_("Sevens are wild"),
    "6": N_("Sixes are wild"),
    "5": N_("Fives are wild"),
    "4": N_("Fours are wild"),
    "3": N_("Threes are wild"),
    "2": N_("Twos are wild"),
}
_ANOTHER_IS_WILD = N_("%(rank)s is wild")


def contract_words(contract: Contract) -> str:
    """2 sets of 3, run of 4."""
    parts = [meld_words(meld, len(list(same))) for meld, same in groupby(contract.melds)]
    words = comma().join(parts)
    return words[:1].upper() + words[1:]


def meld_words(meld: Meld, count: int = 1) -> str:
    """Set of 3; 2 runs of 4."""
    if isinstance(meld, Colour):
        return with_its_number(gettext("%(size)s of one colour", size=meld.size))
    if isinstance(meld, OfRank):
        return with_its_number(of_rank_words(meld.rank, meld.size * count))
    if isinstance(meld, Set):
        words = ngettext("set of %(size)s", "%(num)s sets of %(size)s", count, size=meld.size)
    else:
        words = ngettext("run of %(size)s", "%(num)s runs of %(size)s", count, size=meld.size)
    return unbroken(words)


def of_rank_words(rank: str, size: int) -> str:
    """An ace; 2 kings."""
    sentence = _OF_RANK.get(rank, _OF_ANOTHER_RANK)
    return say(sentence, {"size": size, "rank": rank}).unescape()


def class_words(card_class: CardClass, listed: int = _LISTED_RANKS) -> str:
    """Joker · 2; 10 J · K A; 3 – 9. More than `listed` adjacent ranks are shortened: 10–K.

    The name of a bonus.
    """
    if isinstance(card_class, Bonus):
        return own_words(card_class.title)
    spans = _low_to_high(card_class)
    named = [[card_words(rank, card_class.called) for rank in span[::-1]] for span in spans]
    return " · ".join(_span_words(names, listed) for names in named)


def _low_to_high(card_class: CardClass) -> Sequence[tuple[str, ...]]:
    """Its spans, jokers first; A · 2 goes on from the ace."""
    if {*card_class.ranks} - {JOKER} == {PLAIN_RANKS[0], PLAIN_RANKS[-1]}:
        return card_class.spans
    jokers = [span for span in card_class.spans if JOKER in span]
    return [*jokers, *reversed(card_class.spans[len(jokers) :])]


def _span_words(low_to_high: list[str], listed: int) -> str:
    if len(low_to_high) <= listed:
        return " ".join(low_to_high)
    dash = " – " if listed == _LISTED_RANKS else "–"
    return f"{low_to_high[0]}{dash}{low_to_high[-1]}"


def card_words(rank: str, called: Mapping[str, str]) -> str:
    """The name of a rank; `called` are the names of its pack."""
    if rank in called:
        return own_words(called[rank])
    return str(gettext("Joker")) if rank == JOKER else rank


def rank_is_wild(rank: str, called: Mapping[str, str]) -> str:
    """The wild rank of a round: Sevens are wild."""
    sentence = _ANOTHER_IS_WILD if rank in called else _WILD.get(rank, _ANOTHER_IS_WILD)
    return say(sentence, {"rank": card_words(rank, called)}).unescape()


def wild_words(ruleset: Ruleset, cards: int) -> str:
    """The wild rank in a deal of this number."""
    return card_words(rank_of_number(cards), ruleset.pack.called)
