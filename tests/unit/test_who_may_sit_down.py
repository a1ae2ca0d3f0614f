"""Which players and names may join, and which step can be undone, by the rules alone."""

import pytest

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.game import Game
from companion.rules.judging.refusals import Refused, check_all_have_room, check_start
from companion.rules.model.names import folded, is_readable
from companion.rules.model.state import Seats, State
from companion.rules.reading.catalogue import game_data
from tests.unit.catalogue.games import game
from tests.unit.table import ANN, BEN, CY, NAMES, a_round, check, log_of, rules, seats, table_after
from tests.vectors.own_rules import snapshot_of

ANN_OUT = a_round(out=ANN, left={BEN: 65})
EQUAL = a_round(out=None, left={ANN: 5, BEN: 5}, down={ANN, BEN})
NINE = a_round(out=ANN, left=dict.fromkeys(range(1, 9), 65))
ENGLAND, SCOTLAND = (
    f"🏴{''.join(chr(0xE0000 + ord(letter)) for letter in region)}\N{CANCEL TAG}"
    for region in ("gbeng", "gbsct")
)
DECOMPOSED = "A\N{COMBINING RING ABOVE}sa"


def refusal(state: State, entry: e.Entry) -> Refused:
    with pytest.raises(Refused) as refused:
        check(rules(), state, entry)
    return refused.value


def test_a_tenth_player_does_not_find_a_seat() -> None:
    found = refusal(table_after(NINE, players=9), e.PlayerJoined("Jo"))
    assert (found.code, found.numbers) == ("table_full", {"most": 9})


def test_three_have_room_at_a_table_for_two_where_three_have_played_already() -> None:
    for_two, two, three = game("gin-rummy"), table_after(players=2), table_after(players=3)
    check_all_have_room(for_two, three, before=three)
    with pytest.raises(Refused) as refused:
        check_all_have_room(for_two, three, before=two)
    assert refused.value.code == "table_full"


def test_once_somebody_has_left_there_is_room_but_not_for_both() -> None:
    check(rules(), table_after(e.PlayerLeft(BEN), players=9), e.PlayerJoined("Jo"))
    full = table_after(e.PlayerLeft(BEN), e.PlayerJoined("Jo"), players=9)
    assert refusal(full, e.PlayerReturned(BEN)).code == "table_full"


def test_nobody_leaves_a_table_of_two() -> None:
    found = refusal(table_after(ANN_OUT), e.PlayerLeft(BEN))
    assert (found.code, found.numbers) == ("too_few_stay", {"least": 2})
    check(rules(), table_after(players=3), e.PlayerLeft(BEN))
    assert (
        refusal(table_after(e.PlayerLeft(BEN), players=3), e.PlayerLeft(CY)).code == "too_few_stay"
    )


def test_two_who_are_equal_may_both_leave_their_play_off() -> None:
    check(rules(), table_after(*[EQUAL] * 12, final_tiebreak="playoff"), e.PlayerLeft(BEN))


def test_either_of_two_who_are_equal_past_the_target_may_leave() -> None:
    ruleset = game("rummy-500")
    past = a_round(out=ANN, left={BEN: 0}, melded={ANN: 520, BEN: 520})
    state = replay(ruleset, seats(2), log_of(past))
    assert (state.outcome.tied, state.open.deal.tiebreak) == ((ANN, BEN), False)
    check(ruleset, state, e.PlayerLeft(BEN))


@pytest.mark.parametrize("entry", [e.PlayerJoined("Dee"), e.PlayerReturned(CY)])
def test_nobody_comes_while_the_tied_players_play_on_alone(entry: e.Entry) -> None:
    tied = table_after(e.PlayerLeft(CY), *[EQUAL] * 12, players=3, final_tiebreak="playoff")
    assert refusal(tied, entry).code == "tied_play_alone"


def test_nor_while_they_play_on_for_points() -> None:
    """Two deals of Indian Rummy: Ann and Ben are equal, and Cy is behind."""
    ruleset = game("indian-rummy", kind="deals", deals=2)
    level = (a_round(ANN, {BEN: 20, CY: 20}), a_round(BEN, {ANN: 20, CY: 20}))
    state = replay(ruleset, seats(3), log_of(*level))
    assert state.open.deal.players == (ANN, BEN)
    with pytest.raises(Refused, match="tied_play_alone"):
        check(ruleset, state, e.PlayerJoined("Dee"))


@pytest.mark.parametrize(
    "name",
    [
        *("Ann", "ann", "ANN", "aNN", "Ann\u200d", "\u200eAnn"),
        *(
            "Ann\N{VARIATION SELECTOR-17}",
            "Ann\ufff0",
            "Ann\U000e0000",
            "A\N{TAG LATIN SMALL LETTER N}nn",
        ),
    ],
)
def test_nobody_joins_under_a_name_that_somebody_has(name: str) -> None:
    found = refusal(table_after(ANN_OUT), e.PlayerJoined(name))
    assert (found.code, found.seat) == ("name_taken", ANN)


def test_a_leaver_keeps_the_name_and_a_renamed_player_releases_it() -> None:
    left = table_after(a_round(out=ANN, left={BEN: 65, CY: 65}), e.PlayerLeft(CY), players=3)
    assert refusal(left, e.PlayerJoined("cy")).seat == CY
    renamed = table_after(e.PlayerRenamed(BEN, "Benno"))
    check(rules(), renamed, e.PlayerJoined("Ben"))
    assert refusal(renamed, e.PlayerJoined("benno")).seat == BEN


def test_nobody_is_renamed_to_somebody_else_but_may_change_their_own_capitals() -> None:
    assert refusal(table_after(), e.PlayerRenamed(BEN, "ANN")).seat == ANN
    check(rules(), table_after(), e.PlayerRenamed(BEN, "BEN"))
    check(rules(), table_after(), e.PlayerRenamed(BEN, "Ben"))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "ANN"), ("Strauß", "STRAUSS"), ("Åsa", DECOMPOSED), ("ÅSA", DECOMPOSED.lower())],
)
def test_names_are_one_name_however_they_are_written(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_different_names_stay_two() -> None:
    assert folded("Ann") != folded("Anne")
    assert folded("Åsa") != folded("Asa")
    assert folded(ENGLAND) not in {folded(SCOTLAND), folded("🏴")}


@pytest.mark.parametrize("name", ["\N{VARIATION SELECTOR-17}", "\ufff0", ENGLAND[1:], "\u3164"])
def test_characters_that_nobody_sees_are_no_name(name: str) -> None:
    assert not is_readable(name)
    assert is_readable(ENGLAND)


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("Ann", "Ben", "ann"), "name_taken"),
        (("Åsa", DECOMPOSED), "name_taken"),
        ((*NAMES, "Jo"), "table_full"),
    ],
)
def test_a_game_does_not_start_with_two_of_a_name_or_too_many(
    names: tuple[str, ...], code: str
) -> None:
    with pytest.raises(Refused, match=code):
        check_start(rules(), Seats(names))


def sides(*names: str) -> State:
    return replay(game("hand-and-foot"), Seats(names), ())


@pytest.mark.parametrize("side", ["Bo & Ann", "bo", "Cy & ANN", "Cy&Bo", "Cy & Cy"])
def test_nobody_sits_at_two_sides(side: str) -> None:
    ruleset, names = game("hand-and-foot"), ("Ann & Bo", "Dee & Eve")
    with pytest.raises(Refused, match="sits_twice"):
        check_start(ruleset, Seats((*names, side)))
    for entry in (e.PlayerJoined(side), e.PlayerRenamed(BEN, side), e.SeatTakenOver(BEN, side, "")):
        with pytest.raises(Refused, match="sits_twice"):
            entry.check(ruleset, sides(*names))


def test_those_who_play_alone_cannot_become_sides_with_somebody_at_two() -> None:
    data = game_data("hand-and-foot")
    pairs = {row["key"]: row["default"] for row in data["house_rules"]}
    alone = snapshot_of(data, pairs | {"sides": "alone"})
    Game.begun(alone, Seats(("Ann & Bo", "Cy & Dee"))).after(e.RulesChanged(pairs))
    for names in (("Ann & Bo", "Bo & Cy"), ("Ann & Ann", "Bo & Cy")):
        with pytest.raises(Refused, match="sits_twice"):
            Game.begun(alone, Seats(names)).after(e.RulesChanged(pairs))


def test_a_partner_may_stay_and_a_couple_may_play_as_one_beside_a_namesake() -> None:
    now = sides("Ann & Bo", "Dee & Eve")
    for entry in (
        e.PlayerRenamed(ANN, "Bo & Ann"),
        e.SeatTakenOver(ANN, "Ann & Cy", "Ann & Bo"),
        e.PlayerJoined("Annie & Bob"),
    ):
        entry.check(game("hand-and-foot"), now)
    check_start(rules(), Seats(("Ann & Bo", "Bo")))


def test_a_game_starts_with_as_many_as_it_is_for() -> None:
    check_start(rules(), Seats(NAMES))


def test_nobody_sits_down_before_a_seat_that_is_not_there() -> None:
    assert refusal(table_after(), e.PlayerJoined("Cy", before=7)).code == "unknown_player"
    check(rules(), table_after(), e.PlayerJoined("Cy", before=BEN))


@pytest.mark.parametrize("sequence", [-1, 0, 5])
def test_an_unknown_entry_cannot_be_undone(sequence: int) -> None:
    found = refusal(table_after(ANN_OUT), e.EntryUndone(sequence))
    assert (found.code, found.numbers) == ("not_to_be_undone", {"entry": sequence})


@pytest.mark.parametrize("sequence", [1, 2])
def test_neither_an_undone_entry_nor_an_undo_can_be_undone(sequence: int) -> None:
    state = table_after(e.LaidDown(ANN), e.EntryUndone(1))
    assert refusal(state, e.EntryUndone(sequence)).code == "not_to_be_undone"


@pytest.mark.parametrize("happening", [ANN_OUT, e.LaidDown(ANN), e.EntryUndone(1)])
def test_an_undo_without_effect_cannot_be_undone(happening: e.Entry | e.RoundPlay) -> None:
    log = log_of(e.LaidDown(BEN), e.EntryUndone(1), happening, e.EntryUndone(2))
    assert refusal(table_after(*log), e.EntryUndone(len(log))).code == "not_to_be_undone"
