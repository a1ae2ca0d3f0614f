"""Games of sides and bonuses: names of a side, both parts of it, and bonuses on every page."""

import re
from dataclasses import replace

import pytest
from babel.messages.pofile import read_po
from flask import Flask

from companion.rules.fold import entries as e
from companion.rules.judging.refusals import Refused, check_all_sit_once
from companion.rules.model.ruleset import Terms
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.own_games import edited, read_own_game
from companion.web.pages.own_game.answers import Answers, edits_of
from companion.web.words.sides import OF_A_SIDE, SIDE
from companion.web.words.terms import wording
from tests.catalogues import ROOT
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import Table, start_game
from tests.web.test_programs import Program
from tests.web.test_terms import PAGES
from tests.web.test_tiles import spoken_on

ANN_BO, CY_DI = "Ann & Bo", "Cy & Di"
BOTH = ("names", "partners")


def a_game(phone: Phone, game: str = "burraco", **rules: str) -> Table:
    return start_game(phone, ANN_BO, CY_DI, game=game, **rules)


def cards(**counts: int) -> e.Hand:
    return e.Hand(cards=counts)


def counted(seat: int, left: e.Hand, melded: e.Hand) -> e.HandCounted:
    return e.HandCounted(seat, left, None, None, melded)


ROUND = (
    e.WentOut(0),
    counted(0, cards(K=2), cards(A=7, clean=1)),
    counted(1, cards(Q=1, pot=1), cards(**{"4": 8, "6": 6, "dirty": 2})),
)


SEMI_CLEAN = {0: cards(A=7, semi_clean=1), 1: cards(K=7)}


@pytest.fixture
def table(phone: Phone) -> Table:
    now = a_game(phone)
    now.write(*ROUND, e.RoundScored())
    return now


# --- A new game ---


def test_two_names_make_a_side_and_one_is_enough(phone: Phone) -> None:
    page = phone.open("/new/burraco")
    page.press("Deal the first round", **{"names-0": "Ann", "partners-0": "Bo", "partners-1": "Cy"})
    now = phone.open("/")
    assert "Ann & Bo" in now.words
    assert "Cy" in now.words


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (
            {"names-0": "Ann", "partners-0": "Bo", "names-1": "Ann", "partners-1": "Bo"},
            "Two sides have this name.",
        ),
        (
            {"names-0": "Ann", "partners-0": "Bo", "names-1": "bo", "partners-1": "ANN"},
            "Nobody can sit in two places.",
        ),
        ({"names-0": "Ann", "partners-0": "Bo"}, "Burraco needs at least 2 sides."),
        (
            {"names-0": "Annabella Maria", "partners-0": "Bartholomew of B", "names-1": "Cy"},
            "This has 34 characters. Use 30 or fewer.",
        ),
    ],
)
def test_wrong_names_of_sides_are_told_and_stay(
    phone: Phone, names: dict[str, str], sentence: str
) -> None:
    page = phone.open("/new/burraco").press("Deal the first round", **names)
    assert sentence in page.words
    for name in names.values():
        assert page.all(f'input[value="{name}"]')


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ([("Ann", "Bo"), ("Cy", "ann")], "partners-1"),
        ([("Ann", "Bo"), ("bo", "Ann")], "names-1"),
        ([("Ann", "ANN"), ("Cy", "")], "partners-0"),
        ([("Ann & Bo", ""), ("Cy", "Bo")], "partners-1"),
    ],
)
def test_somebody_at_two_sides_is_told_at_the_field(
    phone: Phone, lines: list[tuple[str, str]], wrong: str
) -> None:
    typed = {
        f"{key}-{n}": one
        for n, pair in enumerate(lines)
        for key, one in zip(BOTH, pair, strict=True)
    }
    page = phone.open("/new/burraco").press("Deal the first round", **typed)
    assert [field.attrs["id"] for field in page.all("[aria-invalid]")] == [wrong]
    assert typed_lines(page) == lines


def test_somebody_at_two_sides_is_told_when_a_side_joins_or_is_renamed(phone: Phone) -> None:
    now = a_game(phone, "hand-and-foot")
    page = now.page("players/join").press("Add this side", name="Bo & Ed")
    assert "Nobody can sit in two places." in page.words
    assert page.all('input[value="Bo & Ed"]')
    page = now.page("players").press("Rename: Cy & Di", **{"name-1": "Cy & Bo"})
    assert "Nobody can sit in two places." in page.words
    assert page.all('input[value="Cy & Bo"]')
    page = now.page("players/0/leaving").press("Save", name="Ann & Di")
    assert "Nobody can sit in two places." in page.words
    assert page.all('input[value="Ann & Di"]')
    now.page("players/0/leaving").press("Save", name="Ann & Ed")
    assert now.state.names[0] == "Ann & Ed"


def test_a_side_has_the_same_sign_in_every_language_so_nobody_sits_at_two(phone: Phone) -> None:
    phone.open("/language").press("Use this language", language="ar")
    names = {"names-0": "سارة", "partners-0": "نور", "names-1": "علي", "partners-1": "عمر"}
    form = phone.open("/new/burraco")
    now = Table(phone, phone.send(form.path, form.fill("#new-game", **names)).path.split("/")[2])
    assert now.state.names == ("سارة & نور", "علي & عمر")
    assert typed_lines(phone.open(f"/new/again/{now.token}")) == [("سارة", "نور"), ("علي", "عمر")]
    with pytest.raises(Refused):
        check_all_sit_once(now.stored.ruleset, (*now.state.names, "سارة & ليلى"))


def test_somebody_at_two_sides_is_told_to_a_program(app: Flask) -> None:
    answer = Program(app).send("/api/1/games", {"game": "burraco", "names": [ANN_BO, "Bo & Ann"]})
    assert (answer.status_code, answer.json["field"]) == (422, "names[1]")
    assert answer.json["sentence"].startswith("Nobody can sit in two places.")


@pytest.mark.parametrize(
    ("names", "suggested"),
    [
        ({}, [ANN_BO, CY_DI]),
        ({"names-0": "Ed", "partners-1": "Fay"}, []),  # no free line
        ({"names-0": "Ann"}, [CY_DI]),
    ],
)
def test_two_names_are_suggested_for_a_free_line_only_and_a_rematch_has_them(
    table: Table, names: dict[str, str], suggested: list[str]
) -> None:
    page = table.phone.open("/new/canasta")
    page = table.phone.send(page.path, [*page.fill(**names), ("step", "rules")])
    chips = [chip for chip in page.all(".lineup .chip") if "disabled" not in chip.attrs]
    assert sorted(chip.attrs["value"].removeprefix("add:") for chip in chips) == suggested
    again = table.phone.open(f"/new/again/{table.token}")
    assert typed_lines(again) == [("Ann", "Bo"), ("Cy", "Di")]


@pytest.mark.parametrize("step", ["rules", "paper"])
def test_a_partner_left_over_is_told_at_once(phone: Phone, step: str) -> None:
    typed = {"names-0": "Ann", "partners-0": "Bo", "option_sides": "alone"}
    page = phone.open("/new/canasta")
    page = phone.send(page.path, [*page.fill(**typed), ("step", step)])
    assert page.one("#partners-0-error").to_text().startswith("By your house rules everybody")
    assert len(page.all("input.name")) == 3


def test_an_empty_line_too_many_goes_with_the_house_rule_and_a_name_in_it_is_told(
    phone: Phone,
) -> None:
    page = phone.open("/new/canasta")
    for sides, lines in (("alone", 3), ("pairs", 2), ("alone", 3)):
        page = phone.send(page.path, [*page.fill(option_sides=sides), ("step", "rules")])
        assert len(page.all("input.name")) == lines
    typed = {"names-0": "Ann", "names-1": "Bo", "names-2": "Cy", "option_sides": "pairs"}
    page = phone.send(page.path, [*page.fill(**typed), ("step", "rules")])
    assert "Canasta is for up to 2 sides, and there are 3 here." in page.words


@pytest.mark.parametrize(
    ("step", "lines", "dealer"),
    [
        ("more", [("Ann", "Bo"), ("Cy", ""), ("", "")], "1"),
        ("add:Di", [("Ann", "Bo"), ("Cy", "Di")], "1"),
        ("add:Di & Ed", [("Ann", "Bo"), ("Cy", ""), ("Di", "Ed")], "1"),
        ("up:1", [("Cy", ""), ("Ann", "Bo")], "0"),
        ("drop:0", [("Cy", ""), ("", "")], "0"),
        ("rules", [("Ann", "Bo"), ("Cy", "")], "1"),
    ],
)
def test_after_a_step_both_names_of_a_side_have_their_fields(
    phone: Phone, step: str, lines: list[tuple[str, str]], dealer: str
) -> None:
    typed = {"names-0": "Ann", "partners-0": "Bo", "names-1": "Cy", "dealer": "1"}
    page = phone.open("/new/hand-and-foot")
    page = phone.send(page.path, [*page.fill(**typed), ("step", step)])
    assert typed_lines(page) == lines
    assert page.one("input[name=dealer][checked]").attrs["value"] == dealer


def typed_lines(page: Page) -> list[tuple[str | None, str | None]]:
    names = [field.attrs["value"] for field in page.all("input.name")]
    return [*zip(names, (field.attrs["value"] for field in page.all("input.partner")), strict=True)]


def test_a_partner_of_somebody_who_plays_alone_is_no_part_of_the_name(phone: Phone) -> None:
    typed = {"names-0": "Ann", "partners-0": "Bo", "names-1": "Cy", "option_sides": "alone"}
    page = phone.open("/new/burraco").press("Deal the first round", **typed)
    assert page.one("#partners-0-error").to_text().startswith("By your house rules everybody")
    assert [field.attrs["value"] for field in page.all("input.partner")] == ["Bo"]
    page.press("Deal the first round", **{"partners-0": "", "names-2": "Bo"})
    assert "Bo" in phone.open("/").words


def test_the_error_of_a_partner_is_at_the_partner(phone: Phone) -> None:
    typed = {"names-0": "Annabella Maria", "partners-0": "Bartholomew of B", "names-1": "B\u202eo"}
    page = phone.open("/new/burraco").press("Deal the first round", **typed)
    assert "34 characters" in page.one("#partners-0-error").to_text()
    assert "invisible" in page.one("#names-1-error").to_text()


@pytest.mark.parametrize(
    ("game", "sides", "who"),
    [
        ("burraco", "pairs", "2 sides"),
        ("burraco", "alone", "3 players"),
        ("canasta", "pairs", "2 sides"),
        ("canasta", "alone", "3 players"),
        ("hand-and-foot", "pairs", "4 sides"),
        ("hand-and-foot", "alone", "8 players"),
    ],
)
def test_as_many_play_as_the_sources_say(phone: Phone, game: str, sides: str, who: str) -> None:
    typed = {f"names-{n}": f"P{n}" for n in range(9)}
    page = phone.open(f"/new/{game}")
    page = page.press("Deal the first round", **typed, option_sides=sides)
    assert f"is for up to {who}, and there are 9 here" in page.words


# --- Words ---

PLAYER = re.compile(r"\bplayers?\b", re.IGNORECASE)
# Persons, not sides.
OF_PERSONS = re.compile(
    r"Each player (?:is dealt|gets)|player (?:on the dealer|who goes out|who lays|without|from)|"
    r"next player|Two players without|player.s hand"
)


def players_on(page: Page) -> list[str]:
    assert page.status == 200
    words = OF_PERSONS.sub("", " ".join([page.words, *spoken_on(page)]))
    return [words[max(0, at.start() - 40) : at.end() + 20] for at in PLAYER.finditer(words)]


def test_no_page_of_sides_speaks_of_a_player(table: Table) -> None:
    for place in (*PAGES, "out"):
        assert players_on(table.page(place)) == [], place


@pytest.mark.parametrize("address", ["/new/{}", "/games/{}", "/games/{}/sheet"])
@pytest.mark.parametrize("game", ["burraco", "canasta", "hand-and-foot"])
def test_nor_does_a_page_before_the_game(phone: Phone, address: str, game: str) -> None:
    assert players_on(phone.open(address.format(game))) == []


def test_whoever_plays_alone_is_a_player(phone: Phone) -> None:
    page = phone.open("/games/burraco/sheet?option_sides=alone")
    assert "How many players?" in page.words
    assert page.texts(".chip.chosen") == ["3 players"]


# A verb that agrees with one name or with two.
AGREES = re.compile(
    r"(?:Ann & Bo|Cy) (?:is|are|has|have|was|were|miss|misses|"
    r"(?:begin|come|continue|deal|join|keep|lead|leave|need|play|win)s?)\b"
)


@pytest.mark.parametrize("rounds", [pytest.param(0, marks=pytest.mark.soak), 1])
def test_a_sentence_about_a_side_is_right_for_one_name_and_for_two(
    phone: Phone, rounds: int
) -> None:
    now = start_game(phone, ANN_BO, "Cy", "Di & Ed", game="hand-and-foot")
    hands = [counted(seat, cards(), e.Hand(points=seat)) for seat in range(3)]
    written = (e.WentOut(0), *hands, e.RoundScored())
    now.write(*written * rounds, e.PlayerLeft(2), e.DealerChanged(1))
    for place in (*PAGES, "players/join", "players/0/leaving"):
        page = now.page(place)
        assert page.status == (404 if place == "correct/1" and not rounds else 200)
        assert AGREES.findall(" ".join([page.words, *spoken_on(page)])) == [], place


@pytest.mark.parametrize(
    ("language", "deals", "wins"),
    [
        ("en", "{} to deal 11 cards", "Victory for {}"),
        ("de", "Am Geben: {}, 11 Karten", "Sieg für {}"),
        ("fr", "À la donne : {}, 11 cartes", "Victoire : {}"),
        ("it", "Mazziere: {}, 11 carte", "Vittoria di {}"),
        ("es", "Reparto: {}, 11 cartas", "Victoria de {}"),
        ("pt-BR", "Quem dá 11 cartas: {}", "Vitória de {}"),
        ("ar", "الموزّع {}، الأوراق 11", "الفوز لـ {}"),
    ],
)
@pytest.mark.parametrize("name", [ANN_BO, pytest.param("Ann", marks=pytest.mark.soak)])
def test_so_it_is_in_each_language(
    phone: Phone, name: str, language: str, deals: str, wins: str
) -> None:
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    now = start_game(phone, name, CY_DI, game="burraco")
    assert deals.format(name) in plain(now.page())
    now.write(*ROUND, e.RoundScored(), e.GameEnded("The last bus"))
    assert wins.format(name) in plain(now.page("final"))


def plain(page: Page) -> str:
    """Its words without marks of direction, and with common spaces."""
    return " ".join(re.sub("[\u2066-\u2069\u200f]", "", page.words).split())


def test_each_sentence_of_a_side_is_one_of_a_player() -> None:
    with (ROOT / "companion/translations/de/LC_MESSAGES/messages.po").open("rb") as file:
        messages = read_po(file)
    texts = {text for message in messages for text in (message.id, *message.id)}
    sides = {text for m in messages if m.context == SIDE for text in (m.id, *m.id)}
    assert {*OF_A_SIDE} <= texts
    assert {*OF_A_SIDE.values()} <= sides


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Add a player", "Add a side"),
        ("the player who finishes", "the side that finishes"),
        ("Each player is dealt %(cards)s cards.", "Each player is dealt %(cards)s cards."),
        ("The last one left wins", "The last one left wins"),
        ("the total for %(name)s is %(points)s", "the total for %(name)s is %(points)s"),
    ],
)
def test_a_sentence_about_players_is_told_in_the_terms_of_a_side(text: str, wanted: str) -> None:
    assert wording(text, Terms(player="side")) == wanted
    assert wording(text, Terms("phase")) == text


# --- A round ---


def test_the_side_that_went_out_is_asked_for_both_parts_and_may_have_no_cards_left(
    phone: Phone,
) -> None:
    now = a_game(phone)
    now.write(e.WentOut(0))
    page = now.page("count/0")
    assert "Clean burraco" in page.words
    assert "Pot not taken" in page.words
    assert "Total with bonuses, or a sum such as 10+15" in page.words
    assert len(page.all("details.part-of-two")) == 2
    assert "No cards left" in page.buttons()
    page.press("No cards left")
    assert now.state.open.play.hand(0) == e.Hand(cards={})


def test_more_bonuses_than_there_can_be_are_questioned_by_name(phone: Phone) -> None:
    now = a_game(phone, "canasta")
    now.write(
        e.WentOut(0),
        counted(0, cards(), cards(K=3, natural=3, red_threes=4)),
        counted(1, cards(Q=1, red_threes_against=1), cards()),
    )
    words = now.page("review").words
    assert "Red threes: 5 counted, but 2 decks have only 4." in words
    told = "Ann & Bo’s bonuses take at least 21 melded cards, but only 3 are counted."
    assert told in words.replace("\u00a0", " ")


def test_melds_during_the_round_are_ranks_alone(phone: Phone) -> None:
    page = a_game(phone).page("meld/0")
    assert "Clean burraco" not in page.words
    assert "Joker" in page.words


# --- Bonuses on other pages ---


def test_bonuses_are_named_on_the_other_pages(table: Table) -> None:
    words = table.page("history").words.replace("\u00a0", " ")
    assert "1 × Pot not taken" in words
    assert "Melded on the table: 7 × A, 1 × Clean burraco · Left in hand: 2 cards (8 – K)" in words
    keys = table.page("correct/1").texts(".key b")
    assert (keys.count("Clean burraco"), keys.count("Pot not taken")) == (2, 2)
    marks = [mark.replace("\u00a0", " ") for mark in table.page("sheet").texts(".leaf .ended")]
    assert marks == [
        "out, 1 × Clean burraco, 305 − 20 + 100",
        "2 × Dirty burraco, 1 × Pot not taken, 270 − 110",
    ]
    points = table.page("correct/1").texts(".words .points")
    assert points == ["305 − 20 + 100 = 385 points", "270 − 110 = 160 points"]
    words = table.page("rules").words
    assert "Clean burraco: 200 points each." in words
    assert "Pot not taken: 100 points off." in words
    assert "You may lay off cards on melds of your own side only." in words
    assert "Each side scores the cards it melded or laid off" in words
    assert "Two partners are a side: they meld together and have one score." in words


def test_a_round_in_which_a_side_went_out_is_corrected(table: Table) -> None:
    held = table.stored.ruleset.card_values.of_part("held").counted
    key = [card.key for card in held].index("8-K")
    page = table.page("correct/1").press("See what changes", **{f"seat0-card{key}": "1"})
    page.press("Save")
    (row,) = table.stored.state.rounds
    assert row.play.hands[0] == cards(**{"8-K": 1})
    assert row.points[0] == 7 * 15 + 200 + 100 - 10


def test_what_a_bonus_by_their_number_is_worth_stands_on_its_key_and_beside_two_counts(
    phone: Phone,
) -> None:
    now = a_game(phone, "canasta")
    now.write(e.WentOut(0))
    labels = now.page("count/0").texts(".key label")
    assert "Red threes 100 to 800 in all" in labels
    assert "Natural canasta 500 each" in labels
    now.write(counted(0, cards(), cards(K=7)))
    page = now.page("count/1")
    now.write(counted(1, cards(K=1), cards(red_threes=2)))
    page = page.press("Review", **{"card2": "2", "melded-card6": "1"})
    assert page.heading == "Two counts of Cy & Di’s hand"
    assert "Red threes melded 100 to 800 in all" in page.texts(".twice th")


def test_a_bonus_that_counts_no_longer_is_asked_for_as_points(table: Table) -> None:
    table.write(e.RoundCorrected(1, replace(table.state.rounds[0].play, melded=SEMI_CLEAN)))
    page = table.page("rules/change").press("See what changes", option_semi_clean="False")
    assert "what is known of them does not give their points" in page.words
    assert "1 × Semi-clean burraco" in page.one("#told").to_text()


def test_beside_many_players_the_printed_sheet_has_only_points(phone: Phone) -> None:
    now = start_game(phone, "Ann", "Bo", "Cy", "Di", game="hand-and-foot", sides="alone")
    melds = [cards(K=7, clean=1, red_threes=2), cards(Q=7, dirty=1), cards(J=3), cards()]
    held = [cards(), cards(red_threes_held=1), cards(A=1), cards(A=1, red_threes_held=2)]
    counts = (counted(seat, held[seat], melds[seat]) for seat in range(4))
    now.write(e.WentOut(0), *counts, e.RoundScored())
    assert now.page("sheet").texts(".leaf .ended") == ["out, +700", "+200", "−200"]


def test_the_legend_of_the_way_to_the_target_is_shown_where_there_is_one(phone: Phone) -> None:
    assert "melded this round" in a_game(phone).page().words
    assert "melded this round" not in a_game(phone, "hand-and-foot").page().words


@pytest.mark.parametrize("where", ["game.csv", "sheet.pdf"])
def test_every_file_of_such_a_game_opens(table: Table, where: str) -> None:
    assert table.phone.client.get(table.address(where)).status_code == 200


def test_an_own_game_keeps_the_bonuses_and_partners_of_the_game_it_is_based_on() -> None:
    base = catalogue()["burraco"]
    edits = edits_of(
        base,
        Answers((), {"A": 20}, base.wild, "none", "limit", 2005, "play_on"),
    )
    own = read_own_game(edited(game_data("burraco"), edits))
    assert (own.bonuses, own.partners) == (base.bonuses, True)
    assert own.values["A"] == 20


LABELS = {
    "twelve-step-rummy": "Total, or a sum such as 10+15",
    "just-points": "Points, also below 0",
    "burraco": "Total with bonuses, or a sum such as 10+15",
}


@pytest.mark.parametrize(("game", "label"), LABELS.items())
def test_a_total_is_labelled_alike_where_the_phone_draws_it(
    phone: Phone, game: str, label: str
) -> None:
    table = start_game(phone, "Ann", "Ben", game=game)
    drawn = phone.client.get(table.address("drawings")).text
    others = {*LABELS.values()} - {label}
    assert label in drawn
    assert not any(f">{other}<" in drawn for other in others)
