"""The list of games: what was played last, the games of the language, the others; the search."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.rules.model.names import searchable
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import base_of, catalogue, extended
from companion.web.view_models.games import GamesList, Reader, games_list, usual_games
from companion.web.view_models.remembered import likeness

TWELVE_STEP = catalogue()["twelve-step-rummy"]


def game(key: str, *names: str, **places: int) -> Ruleset:
    called = names or (key,)
    return replace(TWELVE_STEP, key=key, name=called[0], also_called=called[1:], played_in=places)


def names(ruleset: Ruleset) -> Iterable[str]:
    return (ruleset.name, *ruleset.also_called)


GAMES = {
    one.key: one
    for one in (
        game("gin", "Gin"),
        game("hand", "Hand", "كونكان", "إيد", "هاند سعودى", ar=1),
        game("ramino", "Ramino", it=2),
        game("romme", "Rommé", de=1),
        game("scala-40", "Scala 40", "Scala quaranta", it=1),
        game("chinchon", "Chinchón", "Conga", es=1),
    )
}


def the_list(*played: tuple[str, str, dict], language: str = "en", search: str = "") -> GamesList:
    words = searchable(search).split()
    return games_list(played, [], GAMES, Reader(language, names, words))


def keys(view: GamesList) -> list[str]:
    return [one.game.key for one in view.games]


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("it", ["scala-40", "ramino", "gin"]),
        ("de", ["romme", "gin", "hand"]),
        ("es", ["chinchon", "gin", "hand"]),
        ("ar", ["hand", "gin", "ramino"]),
        ("en", ["gin", "hand", "ramino"]),
    ],
)
def test_the_usual_games_of_the_language_are_first_and_the_others_stay_in_order(
    language: str, first: list[str]
) -> None:
    assert keys(the_list(language=language))[:3] == first


def test_the_usual_games_are_marked_and_listed_alone_for_a_new_phone() -> None:
    games = the_list(language="it").games
    assert [one.game.key for one in games if one.game.is_usual] == ["scala-40", "ramino"]
    assert [one.key for one in usual_games(GAMES.values(), "it")] == ["scala-40", "ramino"]
    assert usual_games(GAMES.values(), "en") == ()


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("scala quaranta", ["scala-40"]),
        ("QUARANTA", ["scala-40"]),
        ("scala40", ["scala-40"]),
        ("conga", ["chinchon"]),
        ("chinchon", ["chinchon"]),
        ("romme", ["romme"]),
        ("Rommé", ["romme"]),
        ("كونكان", ["hand"]),
        ("كـونكان", ["hand"]),
        ("ايد", ["hand"]),
        ("إيد", ["hand"]),
        ("سعودي", ["hand"]),
        ("r m", ["ramino", "romme"]),
        ("", [*GAMES]),
        ("whist", []),
    ],
)
def test_a_game_is_found_by_each_of_its_names(search: str, found: list[str]) -> None:
    assert keys(the_list(search=search)) == found


def test_a_variant_has_no_names_of_the_game_that_it_extends() -> None:
    base = {"key": "a", "also_called": ["A"], "played_in": {"it": 1}, "house_rules": []}
    assert extended(base, {"extends": "a", "key": "b"}) == {"key": "b", "house_rules": []}
    own = {"extends": "a", "key": "b", "also_called": ["B"], "played_in": {"de": 1}}
    assert extended(base, own)["played_in"] == {"de": 1}


def test_no_two_games_have_the_same_place_in_a_language() -> None:
    places = [place for one in catalogue().values() for place in one.played_in.items()]
    assert len(places) == len({*places})


def played(token: str, *people: str, name: str = "12-Step Rummy") -> tuple[str, str, dict]:
    return token, name, {"players": [*people]}


def test_of_games_by_the_same_people_the_latest_is_listed() -> None:
    games = [played("new", "Ann", "Ben"), played("old", "ben", "Ann"), played("other", "Cy", "Dee")]
    view = games_list(games, [], catalogue(), Reader("en"))
    assert [(one.token, one.people) for one in view.last] == [
        ("new", ("Ann", "Ben")),
        ("other", ("Cy", "Dee")),
    ]
    assert [one.key for one in view.recent] == ["twelve-step-rummy"]
    assert view.recent[0].like == likeness(TWELVE_STEP)
    assert view.latest == "new"


def test_the_last_three_games_are_listed_even_without_their_rules() -> None:
    games = [played(str(n), f"P{n}", name="Lake Rummy") for n in range(5)]
    view = games_list(games, [], {}, Reader("en"))
    assert [(one.token, one.game) for one in view.last] == [("0", None), ("1", None), ("2", None)]
    assert view.recent == ()


def test_a_recent_game_is_found_by_its_players_and_by_each_name_of_its_rules() -> None:
    evening = played("lake", "Chloé", "Ben", name="Chinchón")
    for search in ("chloe", "conga", "ben chinchon"):
        assert [one.token for one in the_list(evening, search=search).last] == ["lake"]
    assert not the_list(evening, search="rommé").last


def variants(language: str = "en", search: str = "") -> dict[str, list[str]]:
    """The keys of the folded variants, by that of the game that they vary."""
    reader = Reader(language, names, searchable(search).split(), base_of)
    groups = games_list([], [], catalogue(), reader).games
    return {one.game.key: [v.key for v in one.variants] for one in groups if one.variants}


def test_several_variants_of_a_game_are_folded_below_it() -> None:
    folded = variants()
    assert folded["twelve-step-rummy"] == [
        *("dummy-rummy", "dummy-rummy-must-finish", "frustration", "russian-rummy"),
    ]
    assert "carioca" in folded["contract-rummy"]
    assert "rami-51" not in folded  # it has one


def test_a_usual_game_of_the_language_is_not_folded() -> None:
    assert {"carioca", "continental-rummy"}.isdisjoint(variants("es")["contract-rummy"])


def test_a_search_folds_nothing() -> None:
    assert variants(search="rummy") == {}


def test_every_game_is_in_the_list_once() -> None:
    groups = games_list([], [], catalogue(), Reader("es", base_of=base_of)).games
    listed = [one.key for group in groups for one in (group.game, *group.variants)]
    assert sorted(listed) == sorted(catalogue())
