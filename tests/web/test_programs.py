"""Programs: the functions of pages at the versioned addresses of the JSON API."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from companion.gamefile import score
from companion.records.people.links import new_key
from companion.rules.fold.entries import LaidDown, PlayerLeft, PlayerRenamed, Titled, WentOut
from tests.books import new_book
from tests.databases import Database
from tests.web.phone import Phone
from tests.web.table import GAME, Table, start_game

GAMES = "/api/1/games"
TWO: dict[str, Any] = {"game": GAME, "names": ["Ann", "Ben"]}


class Program:
    """A client that has requested its key."""

    def __init__(self, app: Flask, **headers: str) -> None:
        self.client, self.headers = app.test_client(), headers
        self.headers["X-CSRFToken"] = self.get("/api/1/key").json["key"]

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=self.headers)

    def send(self, path: str, body: object, **more: Any) -> TestResponse:
        return self.client.post(path, json=body, headers=self.headers, **more)

    def starts(self, **wanted: Any) -> dict[str, str]:
        answer = self.send(GAMES, TWO | wanted)
        assert answer.status_code == 201, answer.text
        return answer.json


@pytest.fixture
def program(app: Flask) -> Program:
    return Program(app)


def test_a_game_starts_with_names_dealer_title_and_house_rules(
    app: Flask, program: Program
) -> None:
    links = program.starts(dealer=1, title="Lake", house_rules={"ten_value": 5})
    kept = Table(Phone(app), links["token"]).stored
    assert (kept.seats.names, kept.seats.first_dealer) == (("Ann", "Ben"), 1)
    assert (kept.title, kept.ruleset.options["ten_value"]) == ("Lake", 5)
    assert kept.row.watch_token == links["watch_token"]


def test_the_links_of_a_new_game_open_it_on_a_phone(program: Program, phone: Phone) -> None:
    links = program.starts()
    table, watched = phone.open(links["link"]), phone.open(links["watch_link"])
    assert table.heading == watched.heading == "Round 1"
    assert "Lay down: Ann" in table.buttons()
    assert "Lay down: Ann" not in watched.buttons()


def test_the_answer_says_where_the_game_can_be_read(program: Program) -> None:
    answer = program.send(GAMES, TWO)
    read = program.get(answer.headers["Location"])
    assert answer.headers["Location"] == f"{GAMES}/{answer.json['token']}"
    assert [(one["seat"], one["name"]) for one in read.json["players"]] == [(0, "Ann"), (1, "Ben")]


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_games_of_the_catalogue_start_with_the_default_of_each_house_rule(
    program: Program, every: int
) -> None:
    for listed in program.get("/api/1/catalogue").json["games"][::every]:
        game = program.get(f"/api/1/catalogue/{listed['key']}").json
        assert game.items() >= listed.items()
        names = [f"Player {n}" for n in range(game["least_players"])]
        rules = {rule["key"]: rule["default"] for rule in game["house_rules"]}
        links = program.starts(game=game["key"], names=names, house_rules=rules)
        read = program.get(f"{GAMES}/{links['token']}").json
        assert (read["game"]["key"], len(read["players"])) == (game["key"], len(names))


def test_the_same_tap_starts_one_game_and_says_nothing_to_other_programs(
    app: Flask, program: Program
) -> None:
    tap = new_key()
    first, again, other = (one.starts(tap=tap) for one in (program, program, Program(app)))
    assert first == again
    assert first["token"] != other["token"]
    assert program.starts()["token"] != program.starts()["token"]


def test_a_request_sent_again_does_not_bring_back_a_deleted_game(program: Program) -> None:
    tap = new_key()
    token = program.starts(tap=tap)["token"]
    form = {"csrf_token": program.headers["X-CSRFToken"]}
    assert program.client.post(f"/g/{token}/delete", data=form).status_code == 303
    again = program.send(GAMES, TWO | {"tap": tap})
    assert (again.status_code, again.json["heading"]) == (410, "This game was deleted")


def test_a_program_keeps_score_and_the_history_knows_its_taps(program: Program) -> None:
    log = f"{GAMES}/{program.starts()['token']}/log"
    out = [{"kind": "laid_down", "seat": 0}, {"kind": "went_out", "seat": 0}]
    sent = {"commands": [{"tap": new_key(), "seen": 0, "entries": out}]}
    assert program.send(log, sent).json["answers"][0]["status"] == "kept"
    assert [row["here"] for row in program.get(log).json["entries"]] == [True, True]


FAULTS = [
    ({}, "missing", "game"),
    ({"game": GAME}, "missing", "names"),
    ([], "invalid", ""),
    (TWO | {"game": "bridge"}, "invalid", "game"),
    (TWO | {"game": "a\0b"}, "invalid", "game"),
    (TWO | {"seats": 2}, "unknown", "seats"),
    (TWO | {"names": "Ann"}, "invalid", "names"),
    (TWO | {"names": ["Ann"]}, "invalid", "names"),
    (TWO | {"names": ["Ann", ""]}, "invalid", "names[1]"),
    (TWO | {"names": ["Ann", "ann"]}, "invalid", "names[1]"),
    (TWO | {"names": ["Ann", 7]}, "invalid", "names[1]"),
    (TWO | {"names": ["Ann", "\u2060"]}, "invalid", "names[1]"),
    (TWO | {"names": ["Ann", "B" * 31]}, "invalid", "names[1]"),
    (TWO | {"names": [f"P{n}" for n in range(10)]}, "invalid", "names"),
    (TWO | {"dealer": 2}, "invalid", "dealer"),
    (TWO | {"dealer": "Ann"}, "invalid", "dealer"),
    (TWO | {"title": "x" * 81}, "invalid", "title"),
    (TWO | {"tap": "short"}, "invalid", "tap"),
    (TWO | {"house_rules": {"ten_value": 7}}, "invalid", "house_rules.ten_value"),
    (TWO | {"house_rules": {"ten_value": "5"}}, "invalid", "house_rules.ten_value"),
    (TWO | {"house_rules": {"buys": 1}}, "invalid", "house_rules.buys"),
    (TWO | {"house_rules": {"jokers": 1}}, "unknown", "house_rules.jokers"),
]


@pytest.mark.parametrize(("body", "code", "field"), FAULTS)
def test_a_game_that_cannot_start_names_the_field(
    program: Program, body: Any, code: str, field: str
) -> None:
    answer = program.send(GAMES, body)
    assert (answer.status_code, answer.json["code"], answer.json["field"]) == (422, code, field)
    assert answer.json["sentence"].endswith(".")


def test_a_name_taken_twice_has_the_sentence_of_the_page(program: Program) -> None:
    answer = program.send(GAMES, TWO | {"names": ["Ann", "Ann"]})
    assert answer.json["sentence"].startswith("Two players have this name.")


def test_a_choice_that_a_house_rule_lacks_is_answered_with_those_that_it_has(
    program: Program,
) -> None:
    answer = program.send(GAMES, TWO | {"house_rules": {"ten_value": 7}})
    assert answer.json["sentence"] == "“house_rules.ten_value”: Expected here: one of 10, 5."


@pytest.mark.parametrize("header", [{}, {"X-CSRFToken": "x"}])
def test_nothing_starts_without_the_key_and_the_answer_says_where_it_is(
    app: Flask, header: dict[str, str]
) -> None:
    answer = app.test_client().post(GAMES, json=TWO, headers=header)
    assert answer.status_code == 400
    assert "Ask for a key at /api/1/key" in answer.json["sentence"]


def test_the_key_of_another_program_is_not_taken(app: Flask, program: Program) -> None:
    stranger = Program(app)
    stranger.headers = program.headers
    assert stranger.send(GAMES, TWO).status_code == 400


def test_no_page_of_another_site_can_start_a_game(program: Program) -> None:
    """Forms cannot set the header, and scripts would need a CORS preflight."""
    key = program.headers["X-CSRFToken"]
    form = program.client.post(GAMES, data={"csrf_token": key, "names-0": "Ann"})
    assert form.status_code == 400
    asks = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    asked = program.client.options(GAMES, headers=asks)
    assert not [name for name, _ in asked.headers if name.startswith("Access-Control")]


def test_over_https_a_program_needs_no_referer(app: Flask) -> None:
    client, base = app.test_client(), "https://localhost"
    key = client.get("/api/1/key", base_url=base).json["key"]
    header = {"X-CSRFToken": key}
    assert client.post(GAMES, json=TWO, headers=header, base_url=base).status_code == 201
    page = f"/g/{start_game(Phone(app), 'Ann', 'Ben').token}/log"
    sent = {"commands": []}
    assert client.post(page, json=sent, headers=header, base_url=base).status_code == 400


def test_every_error_below_the_api_is_json(program: Program) -> None:
    broken = {"data": "{", "content_type": "application/json"}
    answers = {
        404: program.get("/api/1/nothing"),
        405: program.client.put(GAMES),
        415: program.client.post(GAMES, data="x", headers=program.headers),
        400: program.client.post(GAMES, headers=program.headers, **broken),
        413: program.send(GAMES, TWO | {"title": "x" * 300_000}),
    }
    for status, answer in answers.items():
        assert answer.status_code == status
        assert answer.json["heading"]
        assert answer.json["sentence"]
    assert "Content-Type: application/json" in answers[415].json["sentence"]
    for status in (404, 405):
        assert "/schema/openapi.json lists all of them" in answers[status].json["sentence"]
    assert "Accept-Language" in answers[404].headers["Vary"]


def test_games_of_programs_count_among_those_of_an_hour(tmp_path: Path, database: Database) -> None:
    for app in new_book(tmp_path, database, GAMES_AN_HOUR=(2, 2000, 50)):
        program = Program(app)
        answers = [program.send(GAMES, TWO) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert answers[2].json["heading"] == "That is a lot of games"
        assert answers[2].headers["Retry-After"] == "3600"


@pytest.fixture
def played(phone: Phone) -> Table:
    """Ann has won a round, and Ben has left; in the second round Cy is down and Ann is out."""
    table = start_game(phone, "Ann", "Ben", "Cy", title="Lake").has_played(1, 0, 90, 90, down=[0])
    table.write(PlayerLeft(1), PlayerRenamed(2, "Cyd"), LaidDown(2), LaidDown(0), WentOut(0))
    return table


def score_of(table: Table) -> Any:
    return table.phone.client.get(f"{GAMES}/{table.token}").json


def test_the_score_has_the_game_its_round_and_every_player(played: Table) -> None:
    told = score_of(played)
    assert (told["title"], told["round"], told["dealer"]) == ("Lake", 2, "Cyd")
    assert told["game"] == {"key": GAME, "name": "12-Step Rummy"}
    assert (told["down"], told["went_out"]) == (["Ann", "Cyd"], "Ann")
    first, second = (
        {"number": 1, "melds": "S3 S3", "words": "2 sets of 3"},
        {"number": 2, "melds": "S3 R4", "words": "Set of 3, run of 4"},
    )
    fields = ("seat", "name", "playing", "contract", "total")
    rows = [tuple(player[field] for field in fields) for player in told["players"]]
    assert rows == [
        (0, "Ann", True, second, 0),
        (1, "Ben", False, None, 90),
        (2, "Cyd", True, first, 90),
    ]
    assert [player["down"] for player in told["players"]] == [True, False, True]


def test_the_score_of_a_program_has_all_of_companion_score(played: Table) -> None:
    told, printed = score_of(played), score(played.stored.ruleset, played.stored.state)
    assert told["reason"] == printed.pop("reason") | {"sentence": ""}
    assert told.items() >= printed.items()


def test_a_finished_game_has_its_winner_with_the_reason_and_nothing_open(phone: Phone) -> None:
    told = score_of(start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0]))
    assert (told["over"], told["winners"], told["round"]) == (True, ["Ann"], None)
    assert told["reason"]["code"] == "finished_first"
    assert told["reason"]["sentence"].startswith("Ann was the only one to finish contract 12")
    assert [player["contract"] for player in told["players"]] == [None, None]
    assert (told["down"], told["dealer"], told["went_out"]) == ([], None, None)


def test_the_score_has_the_shape_that_is_described(played: Table, phone: Phone) -> None:
    described = phone.client.get("/schema/openapi.json").json
    shape = {"$ref": "#/components/schemas/score", "components": described["components"]}
    won = start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])
    for table in (played, won, start_game(phone, "Ann", "Ben", game="five-crowns")):
        Draft202012Validator(shape).validate(score_of(table))


def test_a_game_without_contracts_has_none_open(phone: Phone) -> None:
    told = score_of(start_game(phone, "Ann", "Ben", game="five-crowns"))
    assert [player["contract"] for player in told["players"]] == [None, None]


def test_the_title_is_the_current_one(played: Table) -> None:
    played.write(Titled("Hill"))
    assert score_of(played)["title"] == "Hill"


def test_sentences_are_in_the_language_of_the_program(app: Flask, phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])
    german = Program(app, **{"Accept-Language": "de"})
    assert (
        "Nur Ann hat Aufgabe 12" in german.get(f"{GAMES}/{table.token}").json["reason"]["sentence"]
    )
    missing = german.send(GAMES, {"game": GAME, "names": ["Ann", "Ann"]})
    assert missing.json["heading"] == "Das war nicht lesbar"


def test_addresses_from_before_there_were_versions_answer_the_same(played: Table) -> None:
    client, token = played.phone.client, played.token
    for old, new in (("score.json", ""), ("log", "/log")):
        answers = [client.get(f"/g/{token}/{old}"), client.get(f"{GAMES}/{token}{new}")]
        assert answers[0].json == answers[1].json
    case = [{"game": GAME, "ask": "meld", "melds": [{"kind": "set", "cards": ["5H", "5C", "5S"]}]}]
    assert client.post("/judge", json=case).json == client.post("/api/1/judge", json=case).json


def test_the_link_for_watching_reads_and_cannot_write(program: Program) -> None:
    links = program.starts()
    watched = f"{GAMES}/{links['watch_token']}"
    for path in (watched, f"{watched}/log"):
        answer = program.get(path)
        assert answer.status_code == 200
        assert links["token"] not in answer.text
    refused = program.send(f"{watched}/log", {"commands": []})
    assert (refused.status_code, refused.json["heading"]) == (403, "This link is for watching")


def test_a_program_is_told_that_a_link_was_replaced(phone: Phone) -> None:
    """A page of the keeper is redirected; a program might not notice that."""
    table = start_game(phone, "Ann", "Ben")
    table.page("share/new").press("Turn them off")
    answer = phone.client.get(f"{GAMES}/{table.token}")
    assert (answer.status_code, answer.json["heading"]) == (410, "This link was replaced")


PASSPHRASE = "seven of hearts"


@pytest.fixture
def club(tmp_path: Path, database: Database) -> Iterator[Flask]:
    yield from new_book(tmp_path, database, PASSPHRASE=PASSPHRASE, GUESSES_AN_HOUR=(2, 9))


def read_with(club: Flask, path: str, *sent: str) -> TestResponse:
    return club.test_client().get(path, auth=("home", *sent) if sent else None)


def test_a_program_sends_the_passphrase_with_its_requests(club: Flask) -> None:
    without = read_with(club, "/api/1/catalogue")
    assert (without.status_code, without.json["heading"]) == (401, "This app needs a passphrase")
    assert without.headers["WWW-Authenticate"].startswith("Basic ")
    assert read_with(club, "/api/1/catalogue", PASSPHRASE).status_code == 200


def test_the_passphrase_of_a_program_opens_no_page(club: Flask) -> None:
    assert read_with(club, "/", PASSPHRASE).headers["Location"] == "/enter"


def test_wrong_passphrases_of_programs_are_counted(club: Flask) -> None:
    tries = [read_with(club, "/api/1/catalogue", f"guess {n}").status_code for n in range(3)]
    assert tries == [401, 401, 429]
    assert Phone(club).open("/").press("Enter", passphrase=PASSPHRASE).status == 429


def test_a_program_with_a_replaced_passphrase_locks_nobody_out(club: Flask) -> None:
    tries = [read_with(club, "/api/1/catalogue", "replaced").status_code for _ in range(9)]
    assert tries == [401] * 9
    assert Phone(club).open("/").press("Enter", passphrase=PASSPHRASE).path == "/"
    club.config["PASSPHRASE"] = "replaced"  # back to it, within the hour
    assert read_with(club, "/api/1/catalogue", "replaced").status_code == 200


def test_a_number_beyond_the_log_is_no_proof_of_a_restored_book(program: Program) -> None:
    links = program.send(GAMES, TWO).json
    log = f"{GAMES}/{links['token']}/log"
    command = {"tap": "x" * 22, "seen": 99, "entries": [{"kind": "laid_down", "seat": 0}]}
    answer = program.send(log, {"commands": [command]})
    assert (answer.status_code, answer.json["code"]) == (409, "ahead")
    assert answer.json["heading"] == "That is another log"
    assert program.get(log).json["version"] == 0
