"""Books made by earlier versions are migrated to the newest schema in one step, completely.

`tests/released_books/README.md` says how they were made.
"""

import gzip
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from alembic.script import ScriptDirectory
from flask import Flask

from companion.book.backup import MIGRATIONS, restore
from companion.records.log.deleting import delete_game, put_back
from companion.records.log.games import NoSuchGame, open_game
from companion.records.log.stored_game import StoredGame
from companion.records.people.all_games import all_games
from companion.records.people.finished import finished_of
from companion.records.people.known_people import Named, groups_named_by, nicknames_of
from companion.records.people.limits import wrong_codes
from companion.records.people.links import LinkEnded, is_watch_link, link_of
from companion.records.people.lists import GamesQuery, deleted_games_of, games_of
from companion.records.people.own_games import own_games_of
from companion.records.people.phones import phones_of
from companion.records.store.book_ids import book_now
from companion.records.store.database import now
from companion.rules.fold.entries import Hand, HandCounted, RoundScored
from companion.rules.model.names import Nickname
from companion.server.serving import prepare
from tests.books import close_book, happens, open_book
from tests.databases import Database
from tests.records.book import differences_from_models
from tests.web.phone import Phone

pytestmark = pytest.mark.only_on("sqlite")

BOOKS = Path(__file__).parents[1] / "released_books"
_NEWEST = 2  # and the oldest: the others are brought to the newest schema in `make soak`
KEPT = sorted(path.name.partition(".")[0] for path in BOOKS.glob("*.sqlite.gz"))
REVISIONS = sorted(script.revision for script in ScriptDirectory(MIGRATIONS).walk_revisions())
A_DAY_AND_MORE = timedelta(days=1, minutes=1)
GUESSES = wrong_codes(1, 1)


class Released(NamedTuple):
    """A book of an earlier version, migrated, and its expected data in `told`."""

    app: Flask
    told: dict[str, Any]

    def game(self, name: str) -> dict[str, Any]:
        """The expected data of this game."""
        return self.told["games"][name]

    def phone(self, name: str) -> dict[str, Any]:
        """The expected data of this phone."""
        return self.told["phones"][name]

    @property
    def open_games(self) -> dict[str, dict[str, Any]]:
        """The games that are not deleted."""
        return {name: game for name, game in self.told["games"].items() if name != "deleted"}


def _each(revisions: Sequence[str]) -> list[Any]:
    """The oldest and the newest ones of these; the others in the soak."""
    shown = {revisions[0], *revisions[-_NEWEST:]}
    return [pytest.param(one, marks=() if one in shown else pytest.mark.soak) for one in revisions]


@pytest.fixture(scope="module", params=_each(KEPT))
def released(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, database: Database
) -> Iterator[Released]:
    """The migrated book of each revision, right after its games."""
    folder = tmp_path_factory.mktemp(f"released-{request.param}")
    yield from opened(request.param, folder, database)


@pytest.fixture
def as_left(
    request: pytest.FixtureRequest, tmp_path: Path, database: Database
) -> Iterator[Released]:
    """The same, for a test that writes to it."""
    yield from opened(request.param, tmp_path, database)


@pytest.fixture
def later(request: pytest.FixtureRequest, tmp_path: Path, database: Database) -> Iterator[Released]:
    """The same, more than a day later."""
    yield from opened(request.param, tmp_path, database, A_DAY_AND_MORE)


def opened(
    revision: str, folder: Path, database: Database, ago: timedelta = timedelta()
) -> Iterator[Released]:
    """Its book, migrated to the newest schema in one step, so long after its games."""
    told = told_of(revision)
    address = database.make_blank(folder)
    unpack(revision, folder / "companion.sqlite", told, now() - ago)
    app = open_book(folder, address, SECRET_KEY=told["secret_key"])
    prepare(app)
    yield Released(app, told)
    close_book(app)


def told_of(revision: str) -> dict[str, Any]:
    """The expected data of its book."""
    return json.loads((BOOKS / f"{revision}.json").read_text("utf-8"))


def unpack(revision: str, file: Path, told: dict[str, Any], evening: datetime) -> None:
    """The file of that version, with its expiry times moved to this `evening`."""
    file.touch(0o600)
    file.write_bytes(gzip.decompress((BOOKS / f"{revision}.sqlite.gz").read_bytes()))
    with closing(sqlite3.connect(file)) as book, book:
        assert [*book.execute("SELECT version_num FROM alembic_version")] == [(revision,)]
        if "deleted" in told["games"]:
            book.execute("UPDATE game SET deleted_at = ? WHERE deleted_at > ''", [str(evening)])
        if "codes" in told:
            ends_at = evening + timedelta(hours=1)
            book.execute("UPDATE join_code SET ends_at = ?", [str(ends_at)])


def since(revision: str) -> pytest.MarkDecorator:
    """The books from this revision on."""
    books = _each([one for one in KEPT if one >= revision])
    return pytest.mark.parametrize("released", books, indirect=True, scope="module")


def test_every_revision_has_a_book() -> None:
    missing = {*REVISIONS} - {*KEPT}
    assert not missing, (
        f"The schema revision {', '.join(missing)} has no score book in tests/released_books. "
        "Make it: .venv/bin/python tests/released_books/make_book.py, and commit both files."
    )


def test_its_schema_is_what_the_models_say(released: Released) -> None:
    with released.app.app_context():
        assert differences_from_models() == []


def test_players_points_contracts_and_winners_are_the_same(released: Released) -> None:
    with released.app.app_context():
        for game in released.open_games.values():
            assert figures(open_game(game["token"])) == figures_told(game)


def figures(kept: StoredGame) -> dict[str, Any]:
    state = kept.state
    seats = range(len(state.names))
    return {
        "rules": kept.ruleset.name,
        "title": kept.title,
        "players": [*state.names],
        "points": [[one.points[seat] for seat in seats] for one in state.rounds],
        "totals": [*state.totals],
        "contracts": [*state.next_contracts],
        "winners": [state.names[seat] for seat in state.outcome.winners],
        "colours": [*kept.colours],
        "round": state.open.deal.number if state.open else None,
    }


def figures_told(game: dict[str, Any]) -> dict[str, Any]:
    plain = {"colours": [*range(len(game["players"]))], "round": None}
    unlike = {"token", "watch", "down", "went_out", "counted"}
    return plain | {name: told for name, told in game.items() if name not in unlike}


def test_the_open_round_is_as_far_as_it_was(released: Released) -> None:
    told = released.game("open")
    with released.app.app_context():
        open_round = open_game(told["token"]).state.open
    assert open_round.marked == {*told["down"]}
    assert open_round.play.went_out == told["went_out"]
    counted = {int(seat): Hand(points=points) for seat, points in told["counted"].items()}
    assert {seat: open_round.play.hand(seat) for seat in counted} == counted
    assert open_round.uncounted == (2,)


@pytest.mark.parametrize("as_left", _each(KEPT), indirect=True)
def test_the_game_goes_on(as_left: Released) -> None:
    token = as_left.game("open")["token"]
    with as_left.app.app_context():
        after = happens(token, HandCounted(2, Hand(points=90), down=False), RoundScored()).after
        assert after.state.totals == (115, 105, 210)
        assert after.state.next_contracts == (3, 3, 2)


def test_the_operator_finds_every_game(released: Released) -> None:
    with released.app.app_context():
        found = {game.token: (game.players, game.winners, game.game) for game in all_games()}
    assert found == {
        game["token"]: (tuple(game["players"]), tuple(game["winners"]), game["rules"])
        for game in released.open_games.values()
    }


def test_every_game_has_a_link_to_watch_it(released: Released) -> None:
    with released.app.app_context():
        for game in released.open_games.values():
            kept = open_game(game["token"])
            watch = kept.row.watch_token
            assert is_watch_link(watch)
            assert watch == game.get("watch", watch)
            assert open_game(watch).state == kept.state


@since("0004")
def test_links_that_had_ended_lead_to_the_keeper_alone(released: Released) -> None:
    with released.app.app_context():
        for link in released.told["ended"]:
            with pytest.raises(LinkEnded) as ended:
                open_game(link)
            assert ended.value.token == released.game("own")["token"]
            assert ended.value.device == released.phone("ann")["device"]


@since("0007")
def test_codes_still_lead_to_the_table(released: Released) -> None:
    with released.app.app_context():
        for code, link in released.told["codes"].items():
            assert link_of(code, "here", GUESSES) == released.game("open")[link]


def test_phones_are_known_by_their_cookies_and_list_their_games(released: Released) -> None:
    for told in released.told["phones"].values():
        phone = Phone(released.app)
        phone.client.set_cookie("companion", told["cookie"])
        page = phone.open("/")
        links = [
            card.query("a[href^='/g/']")[0] for card in page.all(".game") if card.query("time")
        ]
        listed = [(link.attrs["href"] or "").split("/")[2] for link in links]
        assert listed == told["lists"]


@since("0004")
def test_phones_at_the_table_keep_their_seats(released: Released) -> None:
    with released.app.app_context():
        game = open_game(released.game("open")["token"]).row.id
        sat = {phone.device: [phone.seat, phone.name] for phone in phones_of(game)}
    told = released.told["seats"]
    assert sat == {released.phone(name)["device"]: seat for name, seat in told.items()}


@since("0015")
def test_phones_keep_the_players_who_joined(released: Released) -> None:
    with released.app.app_context():
        game = open_game(released.game("newcomer")["token"]).row.id
        (phone,) = phones_of(game)
    assert phone.device == released.phone("cy")["device"]
    assert {"seat": phone.seat, "join_entry": phone.join_entry} == released.told["join"]


@since("0009")
def test_archived_games_stay_in_the_archive(released: Released) -> None:
    with released.app.app_context():
        for name, games in released.told["archived"].items():
            found = games_of(released.phone(name)["device"], query=GamesQuery(archived=True))
            assert [one.token for one in found.games] == [released.game(g)["token"] for g in games]


@since("0003")
def test_a_deleted_game_can_be_restored_for_a_day(released: Released) -> None:
    told, device = released.game("deleted"), released.phone("ann")["device"]
    with released.app.app_context():
        assert [one.token for one in deleted_games_of(device).games] == [told["token"]]
        put_back(told["token"], device)
        assert figures(open_game(told["token"])) == figures_told(told)
        delete_game(told["token"], device)


@pytest.mark.parametrize("later", ["0003", KEPT[-1]], indirect=True)
def test_after_a_day_it_is_gone_and_nothing_else(later: Released) -> None:
    with later.app.app_context(), pytest.raises(NoSuchGame):
        open_game(later.game("deleted")["token"])
    test_players_points_contracts_and_winners_are_the_same(later)


@pytest.mark.only_on("sqlite", "postgresql")
@pytest.mark.parametrize("revision", [KEPT[0], KEPT[-1]])
def test_its_file_can_be_restored_into_another_book(
    revision: str, own_book: Flask, tmp_path: Path
) -> None:
    told = told_of(revision)
    unpack(revision, tmp_path / "backup", told, now())
    restore(own_book, tmp_path / "backup")
    test_players_points_contracts_and_winners_are_the_same(Released(own_book, told))


@since("0002")
def test_own_games_stay_with_their_phone(released: Released) -> None:
    ann, ben = (released.phone(name)["device"] for name in ("ann", "ben"))
    with released.app.app_context():
        (lake,), (hill,) = own_games_of(ann), own_games_of(ann, dropped=True)
        assert own_games_of(ben) == []
    assert (lake.key, lake.ruleset.name) == (released.told["own_game"], "Lake Rummy")
    assert (hill.key, hill.ruleset.name) == (released.told["dropped_game"], "Hill Rummy")


def test_finished_games_count_for_the_people_of_a_phone(released: Released) -> None:
    games = released.open_games.values()
    finished = {game["token"]: game for game in games if game["winners"]}
    links = [*finished]
    with released.app.app_context():
        found = finished_of(released.phone("ann")["device"], links, 20).games
    assert {one.link for one in found} == {*links}
    for one in found:
        totals = {name: of.total for name, of in zip(one.names, one.figures.players, strict=True)}
        told = finished[one.link]
        assert totals == dict(zip(told["players"], told["totals"], strict=True))


@since("0011")
def test_people_and_groups_keep_their_names_on_that_phone(released: Released) -> None:
    ann, told = released.phone("ann")["device"], released.told
    with released.app.app_context():
        names, groups = nicknames_of(ann).by_name, groups_named_by(ann)
    assert names == {name: Nickname(*person) for name, person in told["people"].items()}
    assert groups == tuple(Named(tuple(who), name) for name, who in told["groups"].items())


@since("0012")
def test_the_book_keeps_its_id_and_the_backup_it_came_from(released: Released) -> None:
    told = {"copied_from": "", "as_of": None} | released.told["book"]
    as_of = told["as_of"] and datetime.fromisoformat(told["as_of"])
    with released.app.app_context():
        assert book_now() == (told["key"], told["copied_from"], as_of)


@since("0013")
def test_the_time_of_a_tap_is_kept(released: Released) -> None:
    told = released.told["tapped"]
    with released.app.app_context():
        line = open_game(released.game("open")["token"]).line(told["sequence"])
    assert line.tapped_at == datetime.fromisoformat(told["tapped_at"]).replace(tzinfo=UTC)
    assert line.clock_ahead == told["clock_ahead"]
    assert timedelta(minutes=4, seconds=59) < line.at - line.tapped_at < timedelta(minutes=6)
    assert line.device == released.phone("ben")["device"]
