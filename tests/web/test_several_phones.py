"""Several phones in one game, each with its own view of the log, compared with the rules.

Hypothesis taps on any of them: some responses are lost, some taps are sent twice, some phones miss
updates for a while. The server must answer like `decide` for the same command, and the log must
follow from the answers.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.records.log.games import NewGame, open_game, start_game
from companion.records.people.links import new_key
from companion.rules.decide import Command, Conflict, decide
from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.judging.refusals import Doubted, Refused
from companion.rules.model.play import Hand
from companion.rules.model.state import Seats
from tests.records.book import resolved
from tests.soak import examples
from tests.web.phone import Phone

PEOPLE, PHONES = ("Ann", "Ben", "Cy"), 3
PLACES = ("", "sheet", "history", "review", "out", "rules", "players", "across")

seats = st.integers(0, len(PEOPLE) - 1)
hands = st.builds(
    e.HandCounted,
    seats,
    st.builds(Hand, points=st.integers(0, 26).map(lambda n: 5 * n)),
    st.booleans(),
)
entries = st.one_of(
    st.builds(e.LaidDown, seats),
    st.builds(e.TookBack, seats),
    st.builds(e.WentOut, seats),
    hands,
    hands,
    st.builds(e.RoundScored),
    st.builds(e.Titled, st.sampled_from(["", "At the lake"])),
    st.builds(e.PlayerLeft, seats),
)
phones = st.integers(0, PHONES - 1)


@dataclass
class Held:
    """A phone: the known length of the log, and its last command."""

    phone: Phone
    heard: int = 0
    last: dict[str, Any] = field(default_factory=dict)


class Table(RuleBasedStateMachine):
    """One game on several phones, and a model: the same game by the rules alone."""

    app: Flask

    def __init__(self) -> None:
        super().__init__()
        ruleset, people = resolved(), Seats(PEOPLE)
        with self.app.app_context():
            self.token = start_game(NewGame(ruleset, people), new_key())
        self.game = Game.begun(json.dumps(ruleset), people)
        self.held = [Held(Phone(self.app)) for _ in range(PHONES)]
        self.writers: list[int] = []  # the phone that wrote each entry
        self.kept: dict[str, list[int]] = {}  # the numbers of the entries of each tap

    @rule(by=phones, entry=entries, unasked=st.booleans(), answered=st.booleans())
    def taps(self, by: int, entry: e.Entry, unasked: bool, answered: bool) -> None:  # noqa: FBT001
        self._send(by, entry, unasked=unasked, answered=answered)

    @precondition(lambda self: self.game.version)
    @rule(by=phones, back=st.integers(0, 3), unasked=st.booleans())
    def undoes(self, by: int, back: int, unasked: bool) -> None:  # noqa: FBT001
        number = max(1, self.game.version - back)
        self._send(by, e.EntryUndone(number), unasked=unasked, answered=True)

    @rule(by=phones)
    def sends_the_same_again(self, by: int) -> None:
        held = self.held[by]
        if self.kept.get(held.last.get("tap", "")):
            (answer,) = self._post(held, held.last)["answers"]
            assert answer["status"] == "kept"
            assert answer["numbers"] == self.kept[held.last["tap"]]

    @rule(by=phones)
    def hears(self, by: int) -> None:
        held = self.held[by]
        asked = {"after": held.heard}
        self._heard(held, held.phone.client.get(f"/g/{self.token}/log", query_string=asked).json)

    @rule(by=phones, place=st.sampled_from(PLACES))
    def looks(self, by: int, place: str) -> None:
        address = f"/g/{self.token}/{place}"
        answer = self.held[by].phone.client.get(address, follow_redirects=True)
        assert answer.status_code == 200, place

    @invariant()
    def the_log_is_what_the_rules_made_of_it(self) -> None:
        with self.app.app_context():
            kept = open_game(self.token)
        assert kept.entries == self.game.entries
        assert kept.state == self.game.state

    def _send(self, by: int, entry: e.Entry, *, unasked: bool, answered: bool) -> None:
        held, before = self.held[by], self.game.version
        kind, data = e.write_entry(entry)
        row = {"tap": new_key(), "seen": held.heard, "unasked": unasked}
        held.last = row | {"entries": [{"kind": kind, **data}]}
        due = self._decided(by, Command((entry,), held.heard, unasked=unasked))
        told = self._post(held, held.last)
        (answer,) = told["answers"]
        assert (answer["status"], answer.get("code")) == due, (entry, answer)
        self.writers += [by] * (self.game.version - before)
        self.kept[row["tap"]] = [*range(before + 1, self.game.version + 1)]
        assert answer.get("numbers", []) == self.kept[row["tap"]]
        if answered:
            self._heard(held, told)

    def _decided(self, by: int, command: Command) -> tuple[str, str | None]:
        """The decision of the rules; the model continues if they accept."""
        own = {n for n, writer in enumerate(self.writers, 1) if writer == by and n > command.seen}
        try:
            self.game = decide(self.game, command, own)
        except Conflict as conflict:
            return "conflict", conflict.code
        except Refused as refused:
            return "refused", refused.code
        except Doubted:
            return "doubted", None
        return "kept", None

    def _post(self, held: Held, command: dict[str, Any]) -> Any:
        key = {"X-CSRFToken": held.phone.csrf_token}
        sent = {"commands": [command], "after": held.heard}
        answer = held.phone.client.post(f"/g/{self.token}/log", json=sent, headers=key)
        assert answer.status_code == 200, answer.text
        return answer.json

    def _heard(self, held: Held, told: Any) -> None:
        """The phone learns the current log; the response must contain exactly the new entries."""
        heard = [row["entry"]["kind"] for row in told["entries"]]
        assert heard == [e.write_entry(one)[0] for one in self.game.entries[held.heard :]]
        assert told["version"] == self.game.version
        held.heard = told["version"]


def test_the_server_agrees_with_the_rules_for_any_commands(app: Flask) -> None:
    machine = type("TableOfThisBook", (Table,), {"app": app})
    patient = settings(
        max_examples=examples(3, 5),
        stateful_step_count=25,
        deadline=None,
        suppress_health_check=[*HealthCheck],
    )
    run_state_machine_as_test(machine, settings=patient)
