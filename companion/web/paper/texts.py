"""The texts of the printed sheet, for print and for PDF."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from flask_babel import gettext, ngettext, pgettext
from markupsafe import Markup

from companion.rules.model.play import Hand
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound, State
from companion.sentences import N_, NC_, NN_, SETTLED
from companion.web.paper.layout import Column, SheetLayout
from companion.web.view_models.sheet import Cell, Former, Note
from companion.web.view_models.sums import sums_of
from companion.web.words.cards import card_points_words, card_words, contract_words
from companion.web.words.doubts import answered_words
from companion.web.words.entries import note_words
from companion.web.words.hands import bonus_words, duration_words, holder_words, memory_title
from companion.web.words.playing import ending_words
from companion.web.words.terms import figure, signed
from companion.web.words.text import (
    bdi,
    comma,
    day_words,
    isolated,
    own_words,
    people_words,
    plain_words,
    say,
    without_tags,
)

Letters = Literal["", "long", "longest", "endless"]
_CROWN = 3  # the width of the crown, in characters of the title
# The maximum length of a title for each size.
_UP_TO: tuple[tuple[int, Letters], ...] = ((16, ""), (24, "long"), (52, "longest"))

_WINS, _SHARE = N_("%(name)s wins"), N_("%(names)s share the win")
_AFTER = NN_("After %(rounds)s round", "After %(rounds)s rounds", "rounds")
_AHEAD = NN_(
    "%(names)s is ahead, with %(points)s point.",
    "%(names)s is ahead, with %(points)s points.",
    "points",
)
_AHEAD_ON = NN_(
    "%(names)s is ahead: on contract %(contract)s, with %(points)s point.",
    "%(names)s is ahead: on contract %(contract)s, with %(points)s points.",
    "points",
)
_LEVEL = N_("%(names)s share the lead.")
_LABELS = {
    "where": NC_("evening", "Where"),
    "when": NC_("evening", "When"),
    "watch": N_("this game"),
    "deals": NC_("player", "deals"),
    "wild": NC_("rank", "wild"),
    "name": NC_("line on paper", "name"),
    "signed": NC_("line on paper", "signed"),
    "void": NC_("round", "void"),
    "out": NC_("player", "out"),
    "first": NC_("round", "first drop"),
    "middle": NC_("round", "middle drop"),
    "wrong": NC_("declaration", "wrong"),
    "remember": N_("Highlights"),
    "ours": N_("Our house rules"),
    "total": NC_("standings", "total"),
    "place": NC_("standings", "Place"),
    "share": N_("They share the win"),
}
_FORMER = N_("to round %(number)s: %(name)s")
_CONTRACTS_TOTAL = N_("contracts, total")
_WON = NC_("player", "won")
_ELIMINATED = NC_("game", "out")


@dataclass(frozen=True, slots=True)
class Evening:
    """Details of a finished game: place, time, duration and the reason of the win."""

    state: State
    title: str
    started_at: datetime
    minutes: int | None
    outcome: Markup


@dataclass(frozen=True, slots=True)
class SheetTexts:
    """Every text of the page except names; a blank one is left out, or to be filled in.

    `moment` is the date in machine-readable form; `places` is empty if they do not fit; `marks`
    has for each cell of a played round how the player ended it or gave it up, and the bonuses that
    were counted.
    """

    labels: Mapping[str, str]
    title: str
    letters: Letters
    why: str
    place: str
    about: str
    moment: str
    date: str
    made: tuple[str, ...]
    places: tuple[str, ...]
    marks: tuple[tuple[str, ...], ...]
    formers: tuple[tuple[Markup, ...], ...]
    settled: tuple[str, ...]
    legend: str
    race: str
    memories: tuple[tuple[str, str, str], ...]
    notes: tuple[str, ...]
    rules: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]
    contracts: tuple[str, ...]
    cards: tuple[str, ...]
    wild: tuple[str, ...]


def paper_words(ruleset: Ruleset, paper: SheetLayout, evening: Evening | None = None) -> SheetTexts:
    """The texts of this page; `evening` is None for a game that is not played yet."""
    title, labels = _title(ruleset, paper, evening), _labels(ruleset, paper)
    return SheetTexts(
        labels=labels,
        title=title,
        letters=_letters(paper, title),
        why=_why(ruleset, paper, evening),
        place=evening.title if evening else "",
        about=" · ".join(_about(ruleset, paper, evening)) if evening else "",
        moment=f"{evening.started_at.isoformat()}Z" if evening else "",
        date=day_words(evening.started_at) if evening else "",
        made=tuple(_made(column) for column in paper.columns),
        places=tuple(map(_place, paper.columns)) if paper.has_places else (),
        marks=tuple(_marks(ruleset, paper, labels, evening)) if evening else (),
        formers=tuple(tuple(map(_former, column.formers)) for column in paper.columns),
        settled=tuple(plain_words(SETTLED[row.code]) for row in paper.settlement),
        legend=_legend(paper, labels),
        race=_race(paper),
        memories=tuple(_memories(paper)),
        notes=tuple(_notes(ruleset, paper, evening)) if evening else (),
        rules=tuple((own_words(r.question), own_words(c.label)) for r, c in paper.rules),
        values=tuple(_values(ruleset)),
        contracts=tuple(map(contract_words, paper.contracts)),
        cards=tuple(_cards(row.cards) for row in paper.pen_rows),
        wild=tuple(card_words(rank, ruleset.pack.called) for rank in paper.wild),
    )


def _marks(
    ruleset: Ruleset, paper: SheetLayout, labels: Mapping[str, str], evening: Evening
) -> Iterator[tuple[str, ...]]:
    """By round and column; blank where there is nothing to say, or no room."""
    for row, scored in zip(paper.rows, evening.state.rounds, strict=True):
        sums = sums_of(ruleset, scored) if paper.is_roomy else {}
        yield tuple(
            comma().join(filter(None, _mark(paper, scored, cell, sums, labels)))
            if cell and paper.has_marks
            else ""
            for cell in row.cells
        )


def _mark(
    paper: SheetLayout,
    scored: ScoredRound,
    cell: Cell,
    sums: Mapping[int, str],
    labels: Mapping[str, str],
) -> Iterator[str]:
    yield _ended(cell, labels)
    yield _bonuses(paper, scored, cell.seat)
    added_up = sums.get(cell.seat)
    yield isolated(added_up) if added_up else ""


def _ended(cell: Cell, labels: Mapping[str, str]) -> str:
    """How the player ended the round or gave it up; or blank."""
    if cell.drop:
        return labels[cell.drop]
    if cell.went_out and not cell.only_out:
        return labels[cell.ending or "out"]
    return ""


def _bonuses(paper: SheetLayout, scored: ScoredRound, seat: int) -> str:
    """The bonuses of a player in words; beside many players only their points."""
    counts, values = scored.play.card_counts(seat), scored.deal.values
    if paper.is_roomy:
        return bonus_words(Hand(cards=counts), values)
    worth = [
        bonus.worth(counts[bonus.key]) * (1 if bonus.counts == "melded" else -1)
        for bonus in values.extras
        if counts[bonus.key]
    ]
    return signed(sum(worth)) if worth else ""


def _former(one: Former) -> Markup:
    return say(_FORMER, {"number": one.to_round, "name": bdi(one.name)})


def _labels(ruleset: Ruleset, paper: SheetLayout) -> dict[str, str]:
    said = _LABELS | ({"total": _CONTRACTS_TOTAL} if paper.contracts else {})
    said |= {"out": _WON} if ruleset.drops else {}
    named = ruleset.named_endings
    endings = {each: ending_words(ruleset, each, "round").unescape() for each in named}
    return {name: plain_words(label) for name, label in said.items()} | endings


def _title(ruleset: Ruleset, paper: SheetLayout, evening: Evening | None) -> str:
    if evening is None or paper.kind == "blank":
        return own_words(ruleset.name)
    if paper.kind == "half":
        return say(_AFTER, {"rounds": paper.rounds})
    state = evening.state
    names = people_words(state.names[seat] for seat in state.outcome.winners)
    return say(_SHARE if len(state.outcome.winners) > 1 else _WINS, {"name": names, "names": names})


def _letters(paper: SheetLayout, title: str) -> Letters:
    """The size step of the title, or of those who share the win."""
    names = sum(len(one.name) + _CROWN for one in paper.sharers)
    long = names or len(without_tags(title))
    return next((letters for most, letters in _UP_TO if long <= most), "endless")


def _why(ruleset: Ruleset, paper: SheetLayout, evening: Evening | None) -> str:
    if evening is None or paper.kind == "blank":
        return own_words(ruleset.summary)
    if evening.outcome:
        return evening.outcome
    if not paper.ahead:
        return ""
    first = paper.ahead[0]
    names = people_words(evening.state.names[one.seat] for one in paper.ahead)
    told = {"names": names, "points": first.total, "contract": first.on}
    if len(paper.ahead) > 1:
        return say(_LEVEL, told)
    is_on_one = first.on is not None and first.on <= len(ruleset.contracts)
    return say(_AHEAD_ON if is_on_one else _AHEAD, told)


def _about(ruleset: Ruleset, paper: SheetLayout, evening: Evening) -> Iterator[str]:
    """The game, its number of rounds, and its duration."""
    if paper.kind != "blank":
        yield isolated(own_words(ruleset.name))
    if paper.rows:
        yield ngettext("%(num)s round", "%(num)s rounds", paper.rounds)
    if evening.minutes:
        yield duration_words(evening.minutes)


def _made(column: Column) -> str:
    if column.made is None:
        return ""
    return str(ngettext("%(num)s contract", "%(num)s contracts", column.made))


def _place(column: Column) -> str:
    """The place, and that the player was out of the game."""
    out = plain_words(_ELIMINATED) if column.is_out else ""
    return " · ".join(filter(None, (str(column.place), out)))


def _legend(paper: SheetLayout, labels: Mapping[str, str]) -> str:
    """What the figures are, and the mark of a wrong declaration, if there is one."""
    cells = (cell for row in paper.rows for cell in row.cells if cell)
    if not any(cell.drop == "wrong" for cell in cells):
        return _figures(paper)
    return f"{_figures(paper)} {labels['wrong']}: {pgettext('round', 'wrong declaration')}."


def _figures(paper: SheetLayout) -> str:
    if paper.games > 1 and not paper.rows:
        return str(gettext("The total so far in each game."))
    if paper.games > 1:
        return str(gettext("The points of the round, then the total so far in each game."))
    if not paper.contracts:
        return str(gettext("The points of the round, then the total so far."))
    if paper.pen_rows:
        return str(
            gettext(
                "The contract is in the ring; trace the ring once the contract is made. Then the "
                "points of the round, and the total so far."
            )
        )
    return str(
        gettext(
            "Ring: contract made. Dotted: tried, not made. "
            "Then the points of the round, and the total so far."
        )
    )


def _values(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The values of cards that count; a moving wild rank may have its own."""
    if ruleset.lost_lives is not None:
        return
    yield from card_points_words(ruleset)
    points = ruleset.moving_wild.value if ruleset.moving_wild else None
    if points is not None:
        words = ngettext("%(num)s point", "%(num)s points", points)
        yield gettext("Wild card of the round"), words


def _race(paper: SheetLayout) -> str:
    if paper.race is None:
        return ""
    fewest = gettext("The race: points after every round, fewest at the top")
    most = gettext("The race: points after every round, most at the top")
    return str(fewest if paper.race.fewest_on_top else most)


def _memories(paper: SheetLayout) -> Iterator[tuple[str, str, str]]:
    for one in paper.memories:
        holders = (holder_words(h.name, h.rounds, h.contract) for h in one.holders)
        yield figure(one.figure), memory_title(one.code), Markup("; ").join(holders)


def _notes(ruleset: Ruleset, paper: SheetLayout, evening: Evening) -> Iterator[str]:
    """Notes about the rounds, and last that of the table."""

    def answered(note: Note) -> Markup | None:
        number = note.values.get("number", 0)
        return answered_words(note.doubt, ruleset, evening.state, number) if note.doubt else None

    for note in paper.notes:
        if note.switched is None:
            yield note_words(note.code, note.values, answered(note))
        else:
            yield gettext(
                "Rule changed before round %(number)s: %(question)s %(choice)s",
                number=note.values["number"],
                question=own_words(note.switched.rule.question),
                choice=own_words(note.switched.after.label),
            )
    if not all(row.counted for row in paper.rows):
        yield gettext("Rounds crossed out are kept but not counted.")
    if paper.note:
        yield bdi(paper.note)


def _cards(number: int | None) -> str:
    return "" if number is None else ngettext("%(num)s card", "%(num)s cards", number)
