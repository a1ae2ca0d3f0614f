"""The questions of a custom game, one per page, their choices and the contracts edited tap by tap.

The address contains all answers so far, so a page can be reloaded, and the back button loses
nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from flask_babel import gettext
from flask_babel import lazy_gettext as _
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import Field, SelectChoice, SelectMultipleField, StringField

from companion.records.people.own_games import Playable
from companion.rules.model.contracts import Contract, Meld, OfRank, Run, Set
from companion.rules.model.ruleset import End, Ruleset
from companion.rules.reading.catalogue import catalogue
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.own_games import blank_game
from companion.rules.reading.ruleset import read_ruleset
from companion.web.forms.fields import (
    ChoiceField,
    RowsField,
    TextField,
    WholeField,
    typed_number,
    whole_number,
)
from companion.web.game.playable import playable
from companion.web.pages.own_game.answers import (
    BY_POINTS,
    TIEBREAKS,
    Answers,
    PriceGroup,
    price_groups,
    winner_of,
    winners,
)

BLANK = "blank"
NAME_LENGTH = 40


def base_game(key: str) -> Playable:
    """A game of the catalogue, a custom game, or a blank one; 404 for an unknown one."""
    if key == BLANK:
        data = blank_game()
        return Playable(BLANK, data, read_ruleset(apply_house_rules(data, {})))
    return playable(key)


ADVANCING = [
    SelectChoice("finish", _("Same contract again")),
    SelectChoice("round", _("Everybody moves on")),
]
_FIRST = {
    "first_to_finish": _("First to make the last contract"),
    "lowest_points_when_someone_finishes": _("Fewest points once the last contract is made"),
}
_FEWEST = {
    "table_ends": _("Fewest points when you stop"),
    "lowest_total": _("Fewest points after the last round"),
    BY_POINTS: _("Fewest points when somebody reaches:"),
}
_MOST = {
    "table_ends": _("Most points when you stop"),
    "lowest_total": _("Most points after the last round"),
    BY_POINTS: _("Most points when somebody reaches:"),
}
_ONE_LEFT = {"one_left": _("The last one left, as in the game you start from")}
TIEBREAK_WORDS = {
    "shared": _("They share the win"),
    "play_on": _("One more round"),
    "tied_play_on": _("One more round for those tied"),
    "went_out_last_round": _("The one who went out wins"),
    "playoff": _("Play-off: the last contract again"),
}


def winner_words(end: End) -> dict[str, Any]:
    """The labels of winners, where fewer or more points are better, as in the base game."""
    return _FIRST | _ONE_LEFT | (_FEWEST if end.low_wins else _MOST)


def choose_among(field: ChoiceField, words: Mapping[str, Any], among: Sequence[str]) -> None:
    """Set these choices; an invalid former choice is replaced by the first one."""
    field.choices = [SelectChoice(choice, words[choice]) for choice in among]
    if field.data not in among:
        field.data = among[0]


Pairs = list[tuple[str, str]]
ROUNDS, NEEDS, COSTS, STAY, WINNER, DONE = range(1, 7)
MOST_ROUNDS, _MOST_POINTS, _MOST_PRICE = 30, 9999, 1000
_DIAL = {"inputmode": "numeric", "autocomplete": "off"}


class QuestionsForm(FlaskForm):
    """The answers as typed; `base` is the base game."""

    class Meta:
        """Questions are GET requests without effects, so they need no CSRF key."""

        csrf = False

    rounds = WholeField(1, MOST_ROUNDS, render_kw=_DIAL)
    contracts = RowsField(StringField())
    costs = StringField()
    prices = RowsField(WholeField(0, _MOST_PRICE, needed=False, render_kw=_DIAL))
    wild = SelectMultipleField()
    advancing = ChoiceField(choices=ADVANCING)
    winner = ChoiceField()
    limit = WholeField(1, _MOST_POINTS, needed=False, render_kw=_DIAL)
    tiebreak = ChoiceField()
    name = TextField(NAME_LENGTH, needed=_("Give your game a name."))
    base: Playable
    prices_of: Ruleset

    @classmethod
    def of(cls, base: Playable, sent: MultiDict[str, str]) -> Self:
        """The form for a game based on this one; missing fields are filled from it."""
        answered = _with_defaults(base, sent)
        form = cls(formdata=answered)
        form.base, form.prices_of = base, _prices_of(base, form.costs.data or "")
        ranks = [SelectChoice(rank, rank) for rank in base.ruleset.pack.names]
        form.wild.choices = ranks
        way = form.way
        choose_among(form.winner, winner_words(base.ruleset.end), winners(base.ruleset, way))
        choose_among(form.tiebreak, TIEBREAK_WORDS, TIEBREAKS[way])
        while len(form.contracts) < form.count:
            form.contracts.append_entry("")
        for price in _prices(form.prices_of)[len(form.prices) :]:
            form.prices.append_entry(price)
        return form

    @property
    def has_contracts(self) -> bool:
        """Whether the game has contracts, like its base."""
        return bool(self.base.ruleset.contracts)

    @property
    def screens(self) -> tuple[int, ...]:
        """The questions that apply to this game."""
        if not self.base.ruleset.counts_hands:
            return (WINNER,)
        return (ROUNDS, NEEDS, COSTS, STAY, WINNER) if self.has_contracts else (COSTS, WINNER)

    def after(self, screen: int) -> int:
        """The next question, or the rules card."""
        return next((later for later in self.screens if later > screen), DONE)

    def before(self, screen: int) -> int:
        """The previous question, or this one if it is the first."""
        return max((earlier for earlier in self.screens if earlier < screen), default=screen)

    @property
    def way(self) -> str:
        """How players advance to the next contract, if that is valid."""
        if not self.has_contracts:
            return "none"
        return self.advancing.data if self.advancing.data in ("finish", "round") else "finish"

    @property
    def count(self) -> int:
        """The number of contracts, if that is valid."""
        if not self.has_contracts:
            return 0
        rounds = typed_number(self.rounds.data)
        return rounds if isinstance(rounds, int) and 1 <= rounds <= MOST_ROUNDS else 1

    @property
    def notations(self) -> list[str]:
        """The contracts of these rounds; those of further rounds are kept."""
        return [entry.data or "" for entry in self.contracts][: self.count]

    @property
    def groups(self) -> tuple[PriceGroup, ...]:
        """The groups of ranks by price."""
        return price_groups(self.prices_of)

    def take_step(self, step: str, most: int) -> bool:
        """Apply a step to a meld; False if its contract would exceed `most` cards.

        Then the error is at its field, and the contract is unchanged.
        """
        changed = contracts_after(self.notations, step, most + 1)
        for entry, after in zip(self.contracts, changed, strict=False):
            cards = read_contract(after).cards
            if cards > max(most, read_contract(entry.data or "").cards):
                entry.errors = [gettext("A contract can have %(most)s cards at most.", most=most)]
                return False
        self.contracts.process(None, changed + self._spare())
        return True

    def _spare(self) -> list[str]:
        return [entry.data or "" for entry in self.contracts][self.count :]

    def take_prices_of(self, key: str) -> None:
        """Copy the prices and wild cards of this game."""
        self.prices_of = _prices_of(self.base, key)
        self.costs.data = self.prices_of.key
        self.prices.process(None, _prices(self.prices_of))
        self.wild.data = list(self.prices_of.wild)

    def asked(self, screen: int) -> tuple[Field, ...]:
        """The fields of this question."""
        winner = (self.winner, self.limit) if self.winner.data == BY_POINTS else (self.winner,)
        fields: dict[int, tuple[Field, ...]] = {
            ROUNDS: (self.rounds,),
            NEEDS: tuple(self.contracts)[: self.count],
            COSTS: (*self.prices,),
            STAY: (self.advancing,),
            WINNER: (*winner, self.tiebreak),
            DONE: (self.name,),
        }
        return fields.get(screen, ())

    def is_answered(self, screen: int, number: int | None = None) -> bool:
        """Whether this question has a valid answer; errors are at their fields.

        Of the contracts only that of round `number`, if given.
        """
        fields = self.asked(screen)
        if screen == NEEDS:
            rows = [number - 1] if number else range(len(fields))
            answered = [self._has_melds(row) for row in rows]
        else:  # a list, so that all errors are shown at once
            answered = [field.validate(self) and self._is_typed(field) for field in fields]
        return all(answered)

    def _is_typed(self, field: Field) -> bool:
        if field is self.limit and not field.data:
            field.errors = [gettext("Enter how many points, such as 500.")]
        return not field.errors

    def _has_melds(self, row: int) -> bool:
        entry = self.contracts[row]
        if not read_contract(entry.data or "").melds:
            entry.errors = [
                gettext("Add at least one meld for contract %(number)s.", number=row + 1)
            ]
        return not entry.errors

    def chosen_name(self, otherwise: str) -> str:
        """The typed name, or this one; an error is at its field."""
        typed = self.name.text
        return typed if typed and self.name.validate(self) else otherwise

    def show(self, key: str, sentence: str) -> int:
        """Show the error at the answer for this key of the ruleset; returns its question."""
        name, _dot, _rest = key.partition(".")
        name, _bracket, row = name.rstrip("]").partition("[")
        places: dict[str, tuple[int, Field]] = {
            "advancing": (STAY, self.advancing),
            "end": (WINNER, self.winner),
            "name": (DONE, self.name),
        }
        if COSTS in self.screens:
            places |= dict.fromkeys(("values", "wild"), (COSTS, self.prices[0]))
        if self.has_contracts:
            places["contracts"] = (NEEDS, self.contracts[min(int(row or 0), self.count - 1)])
        first = self.screens[0]
        screen, field = places.get(name, (first, self.asked(first)[0]))
        field.errors = [*field.errors, sentence]
        return screen

    def answers(self) -> Answers:
        """The answers, once every question has a valid one."""
        typed = [typed_number(price.data) for price in self.prices]
        prices: dict[str, int] = {}
        for group, price in zip(self.groups, typed, strict=False):
            prices |= group.prices(price if isinstance(price, int) else group.price)
        limit = typed_number(self.limit.data)
        return Answers(
            contracts=tuple(self.notations),
            prices=prices,
            wild=tuple(rank for rank in self.wild.data or () if rank in self.base.ruleset.values),
            advancing=self.advancing.data or "" if self.has_contracts else "none",
            winner=self.winner.data or "",
            limit=limit if isinstance(limit, int) else None,
            tiebreak=self.tiebreak.data or "",
        )

    def pairs(self, without: Sequence[str] = ()) -> Pairs:
        """All answers as pairs for an address or a form, without these fields."""
        return [pair for pair in self._pairs() if pair[0].partition("-")[0] not in without]

    def _pairs(self) -> Iterator[tuple[str, str]]:
        yield "from", self.base.key
        for field in (self.rounds, self.costs, self.advancing, self.winner, self.limit):
            yield field.name, str(field.data or "")
        yield from ((self.tiebreak.name, self.tiebreak.data or ""), ("name", self.name.data or ""))
        for rows in (self.contracts, self.prices):
            yield from ((row.name, row.data or "") for row in rows)
        yield from (("wild", rank) for rank in self.wild.data or ())


def _prices_of(base: Playable, key: str) -> Ruleset:
    """The game of the prices: one with the same cards, or the base game."""
    other = catalogue().get(key, base.ruleset)
    return other if other.pack == base.ruleset.pack else base.ruleset


def _prices(ruleset: Ruleset) -> list[str]:
    return ["" if group.price is None else str(group.price) for group in price_groups(ruleset)]


def _with_defaults(start: Playable, sent: MultiDict[str, str]) -> MultiDict[str, str]:
    """The submitted answers, completed by those of the base game.

    Without a base game, the contracts remain unanswered.
    """
    filled = MultiDict(sent)
    base, end = start.ruleset, start.ruleset.end
    for name, value in (
        ("rounds", str(len(base.contracts))),
        ("advancing", base.advancing),
        ("winner", winner_of(base)),
        ("limit", str(end.limit or "")),
        ("tiebreak", end.tiebreak),
        ("name", ""),
    ):
        filled.setdefault(name, value)
    if not any(name.startswith("contracts-") for name in filled):
        for row, contract in enumerate(base.contracts):
            filled.add(f"contracts-{row}", "" if start.key == BLANK else contract.notation)
    if "costs" not in filled:
        filled.add("costs", base.key)
        for row, price in enumerate(_prices(base)):
            filled.add(f"prices-{row}", price)
        filled.setlist("wild", list(base.wild))
    return filled


_FIRST_MELDS: dict[str, Meld] = {"set": Set(3), "run": Run(4)}
_SMALLEST, LARGEST, _MOST_OF_RANK = 2, 30, 20
# The most cards of any hand: 60 dealt, one drawn, and 20 buys of four cards each.
_MOST_IN_HAND = 60 + 1 + 20 * 4


def read_contract(notation: str) -> Contract:
    """The contract with this notation; empty if invalid or too large."""
    try:
        contract = Contract.parse(notation)
    except ValueError:
        return Contract(())
    return contract if contract.cards <= _MOST_IN_HAND else Contract(())


def contracts_after(notations: Sequence[str], step: str, most: int = LARGEST) -> list[str]:
    """The notations after a step; no meld exceeds `most` cards.

    A step is what happens to a contract: `2:set`, `2:run`, `2:rank:K`, `2:rank:K:4`, or to one of
    its melds: `2:0:longer`, `2:0:shorter`, `2:0:drop`. Any other changes nothing.
    """
    match _words(step):
        case [int(n), str(kind)] if n < len(notations) and kind in _FIRST_MELDS:
            return _with_melds(notations, n, lambda melds: [*melds, _first(kind, most)])
        case [int(n), "rank", rank, *size] if n < len(notations) and f"{rank}".isalnum():
            return _with_melds(notations, n, lambda melds: [*melds, _of_rank(f"{rank}", *size)])
        case [int(n), int(meld), str(what)] if n < len(notations):
            return _with_melds(notations, n, lambda melds: _changed(melds, meld, what, most))
    return list(notations)


def _words(step: str) -> list[str | int]:
    words = step.split(":")
    return [word if (number := whole_number(word)) is None else number for word in words]


def _with_melds(
    notations: Sequence[str], n: int, change: Callable[[list[Meld]], list[Meld]]
) -> list[str]:
    melds = change(list(read_contract(notations[n]).melds))
    return [*notations[:n], Contract(tuple(melds)).notation, *notations[n + 1 :]]


def _of_rank(rank: str, size: int | str = _SMALLEST, *_: object) -> OfRank:
    return OfRank(min(max(size, 1), _MOST_OF_RANK) if isinstance(size, int) else _SMALLEST, rank)


def _first(kind: str, most: int) -> Meld:
    meld = _FIRST_MELDS[kind]
    return replace(meld, size=max(min(meld.size, most), _SMALLEST))


def _changed(melds: list[Meld], n: int, what: str, most: int) -> list[Meld]:
    if n >= len(melds):
        return melds
    size = melds[n].size
    if what == "longer" and size < most:
        size += 1
    elif what == "shorter" and size > (1 if isinstance(melds[n], OfRank) else _SMALLEST):
        size -= 1
    kept = [] if what == "drop" else [replace(melds[n], size=size)]
    return [*melds[:n], *kept, *melds[n + 1 :]]
