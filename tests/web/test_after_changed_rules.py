"""House rules changed in mid-game, several at a time: every page opens, and every entry has words.

An entry is described with the rules that were in force when it was written.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from json import dumps
from random import Random

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.gamefile import read_record, to_json
from companion.records.log.game_records import record_of
from companion.records.log.games import NewGame, open_game, start_game
from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.judging.doubts import find_doubts
from companion.rules.judging.refusals import Refused
from companion.rules.model.house_rules import Value
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.sections import RulesetError
from tests.property.any_game import a_legal_round, told
from tests.property.games import NAMES
from tests.soak import examples
from tests.web import table as tables
from tests.web.phone import Phone
from tests.web.table import Table
from tests.web.test_every_place import places

_ROUNDS = 3


@dataclass(repr=False)
class Wavering:
    """A table that repeatedly changes its house rules while it plays."""

    game: Game
    seed: int
    luck: Random

    def __repr__(self) -> str:
        """Enough to replay it; all entries would be 36 kB."""
        return f"{self.game.ruleset.key}, {self.game.seats}, seed {self.seed}"

    def plays(self) -> None:
        """Play some rounds, the last of which is still open."""
        for number in range(_ROUNDS):
            if self.game.state.open is None:
                return
            dealt = a_legal_round(self.game.ruleset, self.game.state.open.deal, self.luck)
            for entry in told(dealt.play):
                self._says(entry)
                self._wavers()
            if number + 1 < _ROUNDS:
                self._says(e.RoundScored(self._doubts()))
                self._wavers(0.5)

    def _doubts(self) -> e.Accepted:
        """The doubts that the table confirms: the round was dealt by other rules."""
        open_round = self.game.state.open
        found = find_doubts(open_round.by(self.game.ruleset)) if open_round else ()
        return frozenset(doubt.key for doubt in found)

    def _says(self, entry: e.Entry) -> None:
        """Write an entry, unless later rules refuse it, for example for a hand with two prices."""
        try:
            self.game = self.game.after(entry)
        except Refused:
            return
        if self.luck.random() < 0.1:
            self.game = self.game.after(e.EntryUndone(self.game.version))

    def _wavers(self, chance: float = 0.15) -> None:
        if self.luck.random() >= chance:
            return
        try:
            options = self._other_options()
            hands = self.game.to_recount(options).hands
            recounted = tuple(replace(row, hand=e.Hand(points=5)) for row in hands)
            self.game = self.game.after(e.RulesChanged(options, recounted))
        except (RulesetError, Refused):  # these rules are unplayable, or cannot be changed to now
            return

    def _other_options(self) -> dict[str, Value]:
        rows = game_data(self.game.ruleset.key)["house_rules"]
        other = {row["key"]: self.luck.choice(row["choices"])["value"] for row in rows}
        return {**self.game.ruleset.options, **other}


@st.composite
def wavering_tables(draw: st.DrawFn) -> Wavering:
    """Any game of the catalogue, with a change of house rules every few entries."""
    key = draw(st.sampled_from(sorted(catalogue())))
    seed = draw(st.integers(0, 2**32))
    ruleset = catalogue()[key]
    players = draw(st.integers(ruleset.least_players, min(ruleset.most_players, 4)))
    snapshot = dumps({**game_data(key), "options": dict(ruleset.options)})
    table = Wavering(Game.begun(snapshot, Seats(NAMES[:players], 0)), seed, Random(seed))
    table.plays()
    return table


def kept(app: Flask, game: Game, phone: Phone) -> str:
    with app.app_context():
        new = NewGame(game.snapshot_data, game.seats, entries=game.entries)
        return start_game(new, phone.device)


def every_page(app: Flask, token: str, game: Game) -> Iterator[str]:
    """All pages, also of each round and each seat."""
    for address in places(app, token):
        yield address
        for number in range(2, len(game.state.rounds) + 1):
            if f"/{token}/correct/1" in address:
                yield address.replace("correct/1", f"correct/{number}")


anything = settings(
    max_examples=examples(2, 6),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def of_any_table(test: Callable[..., None]) -> Callable[..., None]:
    """Try this with tables whose house rules were changed in mid-game."""
    return anything(given(table=wavering_tables())(test))


@of_any_table
def test_every_page_opens_whatever_rules_were_changed_in_mid_game(
    app: Flask, phone: Phone, table: Wavering
) -> None:
    token = kept(app, table.game, phone)
    for address in every_page(app, token, table.game):
        status = phone.client.get(address).status_code
        missing = any(part in address for part in ("/correct", "/rounds/", "/adjust"))
        state = table.game.state
        is_here = state.open is not None and 0 in state.active  # otherwise nobody can leave
        missing |= "/leaving" in address and not is_here
        assert status in ({200, 302, 303, 404} if missing else {200, 302, 303, 403}), address


@of_any_table
def test_a_game_whose_rules_were_changed_goes_into_a_file_and_back(
    app: Flask, phone: Phone, table: Wavering
) -> None:
    token = kept(app, table.game, phone)
    with app.app_context():
        game = open_game(token)
        for with_history in (False, True):
            record = read_record(to_json(record_of(game, with_history=with_history)).encode())
            assert record.state.totals == game.state.totals


def test_a_hand_that_changed_rules_left_without_a_price_is_no_row_of_a_file(
    app: Flask, phone: Phone
) -> None:
    """Ann is out, but a hand was counted for her with a key of equal prices."""
    ruleset = catalogue()["shanghai-rummy"]
    options = {**ruleset.options, "numbers": "pip"}
    snapshot = dumps({**game_data(ruleset.key), "options": dict(ruleset.options)})
    game = Game.begun(snapshot, Seats(NAMES[:3], 0))
    counted = e.HandCounted(0, e.Hand(cards={"2-10": 2}), down=True)
    game = game.after(e.WentOut(0)).after(counted).after(e.RulesChanged(options, ()))
    token = kept(app, game, phone)
    with app.app_context():
        record = read_record(to_json(record_of(open_game(token))).encode())
    assert record.state.open is not None
    assert 0 not in record.state.open.play.hands


@pytest.fixture
def by_key(two: Table) -> Table:
    """Ben had one card of the key “Joker · 2” left."""
    hand = e.HandCounted(1, e.Hand(cards={"Joker/2": 1}), down=True)
    two.write(e.LaidDown(1), e.WentOut(0), hand, e.RoundScored())
    return two


def history(table: Table) -> list[str]:
    page = table.page("history")
    assert page.status == 200
    return [" ".join(line.to_text().split()) for line in page.all(".round li")]


def test_the_history_describes_a_hand_by_the_rules_of_its_count(by_key: Table) -> None:
    page = by_key.page("rules/change").press("See what changes", option_two_value="20")
    page = page.press("See what changes", round1__seat1="20")
    assert page.press("Rescore the game").said
    assert by_key.stored.ruleset.values["2"] == 20
    assert "Ben’s hand · Down · 1 card (Joker · 2) Points: 50" in history(by_key)


def test_the_history_describes_a_hand_by_undone_rules_if_counted_by_them(two: Table) -> None:
    two.write(e.LaidDown(1), e.RulesChanged({**two.stored.ruleset.options, "two_value": 20}))
    two.write(e.WentOut(0), e.HandCounted(1, e.Hand(cards={"2": 1}), down=True), e.EntryUndone(2))
    assert two.stored.ruleset.values["2"] == 50
    assert "Ben’s hand · Down · 1 card (A · 2) Points: 20" in history(two)


def test_points_of_a_hand_are_those_of_the_wild_rank_of_its_round(phone: Phone) -> None:
    table = tables.start_game(phone, "Ann", "Ben", game="five-crowns")
    for _round in range(2):
        table.write(
            e.WentOut(0), e.HandCounted(1, e.Hand(cards={"4": 1}), down=False), e.RoundScored()
        )
    assert [line for line in history(table) if "hand" in line] == [
        "Ben’s hand · 1 × 4 Points: 20",
        "Ben’s hand · 1 × 4 Points: 4",
    ]
