"""Rulesets: what the rules of one named game are, read from data."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, cast

from companion.rules.cards import RANKS, CardClass, Decks, card_classes
from companion.rules.contracts import Contract
from companion.rules.house_rules import HouseRule, read_house_rule
from companion.rules.reading import Data, RulesetError, Section

Advancing = Literal["finish"]
Winner = Literal["first_to_finish", "lowest_points_when_someone_finishes"]
Tiebreak = Literal["shared", "went_out_last_round", "playoff"]
Blocked = Literal["score_all", "void"]
Joining = Literal["lowest_active_contract_and_highest_active_total", "start_at_one"]


@dataclass(frozen=True, slots=True)
class DecksFor:
    """The decks in play while there are at most `up_to` players."""

    up_to: int
    decks: Decks


@dataclass(frozen=True, slots=True)
class Buys:
    """Out-of-turn takes: whether they are allowed, how many a round, cards added by each."""

    allowed: bool
    limit: int
    cards_each: int

    @property
    def most(self) -> int:
        """The most buys one player can make in a round."""
        return self.limit if self.allowed else 0


@dataclass(frozen=True, slots=True)
class End:
    """When the game is over and who has won it."""

    winner: Winner
    tiebreak: Tiebreak
    blocked: Blocked


@dataclass(frozen=True)
class Ruleset:
    """The rules of one game with its house rules applied.

    `cards_dealt` is cards a player each round; `values` is points a card left in hand, by rank;
    `options` holds every house rule's choice; the texts (`summary`, `melds`, ...) are English
    sentences for the rules card, translated where they are shown.
    """

    key: str
    name: str
    summary: str
    least_players: int
    most_players: int
    decks: tuple[DecksFor, ...]
    cards_dealt: int
    contracts: tuple[Contract, ...]
    advancing: Advancing
    values: Mapping[str, int]
    classes: tuple[CardClass, ...]
    buys: Buys
    end: End
    joining: Joining
    only_who_goes_out_lays_down_last: bool
    house_rules: tuple[HouseRule, ...]
    options: Mapping[str, str | int | bool]
    melds: tuple[str, ...]
    differences: tuple[str, ...]
    sources: tuple[str, ...]

    def decks_for(self, players: int) -> Decks:
        """The decks in play for so many players; the largest row serves any more than it names."""
        return next((row.decks for row in self.decks if players <= row.up_to), self.decks[-1].decks)

    def card_class(self, name: str) -> CardClass | None:
        """The class that a rank or a class key belongs to; None if the game has no such card."""
        return self._class_by_name.get(name)

    @cached_property
    def _class_by_name(self) -> dict[str, CardClass]:
        return {name: cls for cls in self.classes for name in (*cls.ranks, cls.key)}


def read_ruleset(data: Data, file: str = "ruleset") -> Ruleset:
    """Turn a ruleset's data into a `Ruleset`; `file` is named in errors.

    Raises RulesetError naming the file, the key and what was expected.
    """
    top = Section(data, file)
    players = top.section("players")
    wild = top.words("wild")
    values = _values(top.section("values"))
    ruleset = Ruleset(
        key=top.text("key"),
        name=top.text("name"),
        summary=top.text("summary"),
        least_players=players.whole("least", least=1),
        most_players=players.whole("most", least=2),
        decks=tuple(_decks(row) for row in top.sections("decks", least=1)),
        cards_dealt=top.whole("cards_dealt", least=1),
        contracts=_contracts(top),
        advancing=cast("Advancing", top.choice("advancing", ("finish",))),
        values=values,
        classes=card_classes(values, _known_ranks(top, wild, values)),
        buys=_buys(top.section("buys")),
        end=_end(top.section("end")),
        joining=cast(
            "Joining",
            top.choice(
                "joining", ("lowest_active_contract_and_highest_active_total", "start_at_one")
            ),
        ),
        only_who_goes_out_lays_down_last=top.flag("only_who_goes_out_lays_down_last"),
        house_rules=tuple(read_house_rule(row) for row in top.sections("house_rules")),
        options=_options(top),
        melds=_texts(top, "melds"),
        differences=_texts(top, "differences"),
        sources=_texts(top, "sources"),
    )
    players.finish()
    top.finish()
    _check_sense(ruleset, file)
    return ruleset


def _values(section: Section) -> dict[str, int]:
    for rank in section.keys():  # noqa: SIM118 - a Section is not a mapping
        if rank not in RANKS:
            raise RulesetError(section.file, f"values.{rank}", f"a rank: {', '.join(RANKS)}")
    return {rank: section.whole(rank) for rank in RANKS if section.has(rank)}


def _known_ranks(
    top: Section, ranks: tuple[str, ...], values: Mapping[str, Any]
) -> tuple[str, ...]:
    if not set(ranks) <= set(values):
        raise top.fail("wild", "only ranks that stand under values")
    return ranks


def _decks(row: Section) -> DecksFor:
    decks = DecksFor(row.whole("up_to", 1), Decks(row.whole("decks", 1), row.whole("jokers")))
    row.finish()
    return decks


def _contracts(top: Section) -> tuple[Contract, ...]:
    notations = top.words("contracts")
    try:
        contracts = tuple(Contract.parse(notation) for notation in notations)
    except ValueError:
        raise top.fail("contracts", "melds such as S3 (set of 3) or R4 (run of 4)") from None
    if not contracts:
        raise top.fail("contracts", "at least one contract")
    return contracts


def _buys(section: Section) -> Buys:
    buys = Buys(section.flag("allowed"), section.whole("limit", 1), section.whole("cards_each", 1))
    section.finish()
    return buys


def _end(section: Section) -> End:
    end = End(
        winner=cast(
            "Winner",
            section.choice("winner", ("first_to_finish", "lowest_points_when_someone_finishes")),
        ),
        tiebreak=cast(
            "Tiebreak", section.choice("tiebreak", ("shared", "went_out_last_round", "playoff"))
        ),
        blocked=cast("Blocked", section.choice("blocked", ("score_all", "void"))),
    )
    section.finish()
    return end


def _options(top: Section) -> dict[str, str | int | bool]:
    """Every house rule's choice; a ruleset that nobody has set up yet has none."""
    if not top.has("options"):
        return {}
    options = top.section("options")
    return {key: options.value(key) for key in options.keys()}  # noqa: SIM118 - see `_values`


def _texts(top: Section, key: str) -> tuple[str, ...]:
    rows = top.sections(key)
    texts = tuple(row.text("text") for row in rows)
    for row in rows:
        row.finish()
    return texts


def _check_sense(ruleset: Ruleset, file: str) -> None:
    """What no single key can show to be wrong."""
    if ruleset.most_players < ruleset.least_players:
        raise RulesetError(file, "players.most", "no fewer than players.least")
    rows = [row.up_to for row in ruleset.decks]
    if rows != sorted(set(rows)):
        raise RulesetError(file, "decks", "rows in the order of up_to, each once")
    if ruleset.decks[-1].up_to < ruleset.most_players:
        raise RulesetError(file, "decks", f"a row for {ruleset.most_players} players")
    if any(contract.cards > ruleset.cards_dealt for contract in ruleset.contracts):
        raise RulesetError(file, "contracts", f"no contract of over {ruleset.cards_dealt} cards")
