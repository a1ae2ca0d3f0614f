"""A hand in words (2 × A, 8 cards (10 J Q K)), the records of a game, and a game in one line."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flask_babel import gettext, ngettext, pgettext
from markupsafe import Markup

from companion.rules.fold.entries import Hand
from companion.rules.judging.scoring import counted_points
from companion.rules.model.cards import JOKER, CardClass, CardValues
from companion.rules.model.state import PlayedRound
from companion.sentences import N_, NN_, Sentence
from companion.web.view_models.remembered import Kind, Likeness
from companion.web.words.cards import class_words
from companion.web.words.terms import list_words, worded
from companion.web.words.text import bdi, comma, isolated, say, with_its_number

Faces = tuple[tuple[str, int], ...]  # what is on a card, and the number of such cards
_STAR = "★"
_TIED = "\u00a0"  # a count stays on one line with its class
_DASH = f"–\u2060{_TIED}"  # a line may break only after a dash


def hand_words(hand: Hand, values: CardValues) -> str:
    """The cards by class, or a typed total, or no cards."""
    if hand.points is not None:
        return str(gettext("a typed total"))
    if hand.is_blank:
        return str(pgettext("hand", "not counted"))
    cards = [_of_class(key, count, values) for key, count in by_class(hand, values)]
    if not cards:
        return str(gettext("no cards"))
    tied = [words.replace("– ", _DASH).replace(" ", _TIED) for words in cards]
    return comma().join(tied)


def drawn_cards(hand: Hand, values: CardValues) -> Faces:
    """The cards by class as on small cards: 2 of A, 8 of 10–K; bonuses by their names."""
    classes = ((key, values.find(key), count) for key, count in by_class(hand, values))
    return tuple((_face(one) if one else key, count) for key, one, count in classes)


def _face(card_class: CardClass) -> str:
    """A joker is a star; of adjacent ranks the ends."""
    starred = replace(card_class, called={JOKER: _STAR, **card_class.called})
    return class_words(starred, listed=1)


def by_class(hand: Hand, values: CardValues) -> Iterator[tuple[str, int]]:
    """The key of each class in the hand, with the number of its cards; a low ace before its run."""
    counts: dict[str, int] = {}
    for name, count in (hand.cards or {}).items():
        found = values.find(name)
        key = found.key if found else name
        counts[key] = counts.get(key, 0) + count
    low_first = sorted(counts, key=lambda key: key not in values.low_ranks)
    return ((key, counts[key]) for key in low_first if counts[key])


def bonus_words(hand: Hand, values: CardValues) -> str:
    """The bonuses counted in it, in their order: 1 × Clean burraco; blank for none."""
    counts = hand.cards or {}
    counted = ((bonus, counts.get(bonus.key, 0)) for bonus in values.extras)
    return comma().join(
        f"{count}{_TIED}×{_TIED}{isolated(class_words(bonus))}" for bonus, count in counted if count
    )


def _of_class(key: str, count: int, values: CardValues) -> str:
    """2 × A; several ranks are no factor: 8 cards (10 J Q K)."""
    found = values.find(key)
    ranks = isolated(class_words(found) if found else key)
    if found is None or len(found.ranks) <= 1:
        return f"{count} × {ranks}"
    return str(
        ngettext("%(num)s card (%(ranks)s)", "%(num)s cards (%(ranks)s)", count, ranks=ranks)
    )


_COUNTED = NN_("%(name)s: %(points)s point.", "%(name)s: %(points)s points.", by="points")
_COUNTED_DOWN = NN_(
    "%(name)s: %(points)s point, down.", "%(name)s: %(points)s points, down.", by="points"
)
_COUNTED_NOT_DOWN = NN_(
    "%(name)s: %(points)s point, not down.", "%(name)s: %(points)s points, not down.", by="points"
)


_BY_DOWN = {None: _COUNTED, True: _COUNTED_DOWN, False: _COUNTED_NOT_DOWN}


def counted_words(name: str, played: PlayedRound, seat: int) -> Markup:
    """What a hand came to: Bo: 120 points, not down."""
    down = seat in played.play.laid_down if played.deal.down_counts else None
    return came_to_words(name, counted_points(played, seat), down)


def came_to_words(name: str, points: int, down: bool | None) -> Markup:  # noqa: FBT001
    """The same by its figures; `down` is None where it does not count."""
    return say(_BY_DOWN[down], {"name": bdi(name), "points": points})


_TITLES = {
    "most_often_out": N_("Most often out"),
    "most_rounds_ended": N_("Most knocks and gins"),
    "most_rounds_closed": N_("Most rounds closed"),
    "most_rounds_won": N_("Most rounds won"),
    "dearest_hand": N_("Most points in hand"),
    "dearest_round": N_("Most points in a round"),
    "best_round": N_("Best round"),
    "longest_on_one": N_("Longest on one contract"),
    "best_gap": N_("Best round, points ahead"),
    "close_finish": N_("Close finish, points apart"),
}
_IN_ROUNDS = NN_("%(name)s, round %(rounds)s", "%(name)s, rounds %(rounds)s", by="times")
_ON = N_("%(name)s on contract %(contract)s")
_HOUR = 60


def memory_title(code: str) -> str:
    """The name of the record."""
    return str(gettext(_TITLES[code].one))


def holder_words(name: str, rounds: Sequence[int], contract: int | None) -> Markup:
    """Its holder: Tom, rounds 2 and 4."""
    if contract is not None:
        return say(_ON, {"name": bdi(name), "contract": contract})
    if not rounds:
        return bdi(name)
    numbers = list_words(map(str, rounds))
    return say(_IN_ROUNDS, {"name": bdi(name), "rounds": numbers, "times": len(rounds)})


def duration_words(minutes: int) -> str:
    """2 h 10 min."""
    hours, rest = divmod(minutes, _HOUR)
    if not hours:
        return with_its_number(ngettext("%(num)s minute", "%(num)s minutes", rest))
    return with_its_number(gettext("%(hours)s h %(minutes)s min", hours=hours, minutes=rest))


_LIKE: dict[Kind, Sentence] = {
    "finish": NN_(
        "%(number)s contract, until somebody has made it",
        "%(number)s contracts, each made before the next",
        "number",
    ),
    "by_round": NN_(  # a catalogue has one plural for each singular, so each term needs its own
        "%(number)s round, one contract", "%(number)s rounds, a contract each", "number"
    ),
    "wild_by_round": NN_(
        "%(number)s round, one rank wild", "%(number)s rounds, another rank wild in each", "number"
    ),
    "rounds": NN_("%(number)s round, no contracts", "%(number)s rounds, no contracts", "number"),
    "until": N_("No contracts, ends at %(number)s points"),
    "one_left": N_("No contracts, out at %(number)s points, until one player is left"),
    "lives": N_("%(number)s lives each, until one player is left"),
    "open_end": N_("No contracts, as many rounds as you like"),
    "melds_until": N_("Melds score, ends at %(number)s points"),
    "knocks_until": N_("Knock or go gin, ends at %(number)s points"),
}


def likeness_words(like: Likeness) -> str:
    """12 contracts, each made before the next."""
    return str(say(worded(_LIKE[like.kind], like.terms), {"number": like.number}))
