"""The score sheet: complete, and without anything that did not happen."""

import re
from datetime import date

import pytest
import segno
from babel.dates import format_date

from companion.rules.fold import entries as e
from companion.settings.locale import in_zone
from tests.web.phone import Phone
from tests.web.table import Table, start_game


def hands(cards: dict[str, int], *seats: int) -> list[e.HandCounted]:
    """These seats hold exactly these cards, and are not down."""
    return [e.HandCounted(seat, e.Hand(cards=cards), down=False) for seat in seats]


@pytest.fixture
def played(phone: Phone) -> Table:
    """Two rounds of four players; Ben dealt first; in round 2 there was a doubt about Dee."""
    table = start_game(
        phone, "Ann", "Ben", "Cy", "Dee", dealer=1, title="At the lake", ten_value="5"
    )
    table.write(
        e.LaidDown(1),
        e.WentOut(0),
        e.HandCounted(1, e.Hand(cards={"Q": 1, "10": 1}), down=True),
        e.HandCounted(2, e.Hand(points=120), down=False),
        e.HandCounted(3, e.Hand(points=65), down=False),
        e.RoundScored(),
        e.WentOut(2),
        e.HandCounted(0, e.Hand(points=70), down=False),
        e.HandCounted(1, e.Hand(points=70), down=False),
        e.HandCounted(3, e.Hand(points=5), down=False),
        e.RoundScored(frozenset({("points_below_minimum", 3)})),
    )
    return table


def day_of(table: Table) -> date:
    return in_zone(table.stored.row.started_at, None).date()


def test_an_empty_sheet_says_that_nothing_is_written_yet(table: Table) -> None:
    assert "No round is written down yet." in table.page("sheet").words


def test_the_sheet_has_head_players_rounds_totals_standings_and_the_way_back(played: Table) -> None:
    page = played.page("sheet")
    today = format_date(day_of(played), "long", locale="en_GB")
    assert page.heading == "12-Step Rummy"
    assert page.texts(".bar p") == [f"{today} · At the lake · 2 rounds"]
    assert page.texts("table.scores thead th")[1:] == ["Ann", "Ben", "Cy", "Dee"]
    assert page.texts("table.scores tbody th") == ["1 dealer Ben", "2? dealer Cy"]
    assert page.texts(".scores tfoot td") == ["70", "85", "120", "70"]
    assert "Standings" in page.texts("h2")
    assert page.texts(".standing ol.ranks li") == [
        "1 Ann on contract 2 70",
        "2 Ben on contract 2 85",
        "3 Cy on contract 2 120",
        "4 Dee on contract 1 70",
    ]
    assert page.follow("Round 3").path == played.address()


def test_a_cell_holds_contract_made_points_total_and_who_went_out(played: Table) -> None:
    page = played.page("sheet")
    assert page.texts("#round-1 td") == [
        "contract 1 made out total 0",
        "contract 1 made 15 total 15",
        "contract 1 not made 120 total 120",
        "contract 1 not made 65 total 65",
    ]
    assert page.texts("#round-2 td")[2] == "contract 1 made out total 120"
    assert len(page.all("#round-1 .tried.made")) == 2


def test_the_cell_of_a_player_who_went_out_includes_adjustments(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy")
    table.write(e.Adjusted(0, e.Adjustment(-50, "an exact cut")), e.WentOut(0))
    table.write(*hands({"3-9": 13}, 1, 2), e.RoundScored())
    assert table.page("sheet").texts("#round-1 td")[0] == "contract 1 made −50 total −50 · out"


def test_the_paper_of_a_game_that_goes_on_has_what_was_played_and_room_for_the_rest(
    played: Table,
) -> None:
    page = played.page("sheet")
    day = format_date(day_of(played), "EEEE, d MMMM y", locale="en")
    assert page.texts(".leaf header p") == [
        *("After 2 rounds", "Ann is ahead: on contract 2, with 70 points."),
        *("At the lake", "12-Step Rummy · 2 rounds", day),
    ]
    assert page.texts(".leaf thead .who") == ["Ann", "Ben", "Cy", "Dee"]
    assert page.texts(".leaf tbody tr")[1] == "2? Cy 2 70 70 2 70 85 1 out 120 1 5 70"
    assert page.texts(".leaf .pen")[0] == "3 Dee 2 2 2 1"
    assert len(page.all(".leaf .pen")) == 14
    assert len(page.all(".leaf .signatures .pen-line")) == 4
    contracts = page.texts(".leaf .needed li")
    assert len(contracts) == 12
    assert (contracts[0], contracts[7]) == ("1 2 sets of 3", "8 2 sets of 3, run of 4")
    assert page.texts(".leaf .worth li") == [
        "Joker · 2 50 points, wild",
        "A 20 points",
        "J Q K 10 points",
        "3 – 10 5 points",
    ]
    assert page.texts(".leaf .ours p") == ["What is a ten worth? 5 points, like 3 to 9"]


def test_the_paper_says_what_the_wild_card_of_the_round_costs(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="five-crowns")
    assert "Wild card of the round 20 points" in table.page("sheet").texts(".leaf .worth li")


def test_rounds_before_a_late_joiner_are_aligned_with_their_starting_total(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="five-crowns").has_played(2, 0, 20)
    table.write(e.PlayerJoined("Cy"))
    page = table.page("sheet")
    assert page.texts(".leaf .absent.cell b.word") == ["–"]
    assert page.texts(".leaf .cell:not(.absent) b.word")[-1] == "–"


def test_the_sheet_of_a_game_that_is_over_says_who_won_and_why_also_on_paper(two: Table) -> None:
    two.has_played(12, 0, 90, down=[0])
    page = two.page("sheet")
    assert "Final standings" in page.texts("h2")
    assert page.texts(".standing .why") == page.phone.open(two.address("final")).texts(".why")
    title, why = page.texts(".leaf .headline p")
    assert (title, [why]) == ("Ann wins", page.texts(".standing .why"))
    assert page.texts(".leaf .totals b") == ["0", "1080"]
    assert page.all(".leaf .pen") == []


def test_the_code_on_the_paper_opens_the_game_to_watch_and_nothing_more(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben")
    assert table.page("sheet").all(".leaf .code") == []  # phones cannot reach this address
    page = phone.client.get(table.address("sheet"), base_url="https://rummy.example").text
    drawn = re.search(
        r'class="code" viewBox="0 0 (\d+) \d+" aria-hidden="true"><path d="([^"]+)"', page
    )
    assert drawn
    watched = f"https://rummy.example/g/{table.stored.row.watch_token}/"
    rows = segno.make(watched, error="m", micro=False).matrix
    assert int(drawn[1]) == len(rows)
    assert drawn[2].count("M") == sum(map(sum, rows))


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ([e.WentOut(None), *hands({"3-9": 13}, 0, 1, 2, 3)], "Nobody went out."),
        (
            [e.WentOut(0), *hands({"3-9": 13}, 1, 2), *hands({}, 3)],
            "Dee had no cards left either, but did not go out.",
        ),
        (
            [
                e.WentOut(0),
                *hands({"3-9": 13}, 1, 2),
                e.HandCounted(3, e.Hand(points=66), down=False),
            ],
            "No cards add up to Dee’s 66 points.",
        ),
    ],
)
def test_doubts_of_the_review_are_noted_on_the_sheet(
    table: Table, entries: list[e.Entry], told: str
) -> None:
    table.write(*entries)
    assert table.page("review").doubts[0].endswith("?")
    table.write_down("Score anyway")
    assert f"Round 1, confirmed: {told}" in table.page("sheet").texts("p.note")


def test_comers_and_leavers_are_told(played: Table) -> None:
    played.write(e.PlayerJoined("Eve"), e.PlayerLeft(3))
    played.write(
        e.WentOut(0), *[e.HandCounted(s, e.Hand(points=90), down=False) for s in (1, 2, 4)]
    )
    played.write(e.RoundScored())
    page = played.page("sheet")
    assert "Eve joined before round 3 with a total of 120." in page.words
    assert "Dee left after round 2." in page.words
    assert page.texts("#round-1 td")[-1] == "–"
    assert page.texts("#round-3 td")[3] == "–"
    assert page.texts("ol.ranks li")[-1] == "5 Dee left on contract 1 70"


def test_a_sheet_of_six_or_more_is_laid_out_wide(phone: Phone, table: Table) -> None:
    six = start_game(phone, "Ann", "Ben", "Cy", "Dee", "Eve", "Fay")
    assert "wide" in (six.page("sheet").one(".leaf").attrs["class"] or "").split()
    assert "wide" not in (table.page("sheet").one(".leaf").attrs["class"] or "").split()


@pytest.mark.parametrize("game", ["five-crowns", "twelve-step-rummy"])
def test_beside_the_table_the_open_round_says_who_is_out_and_who_is_down(
    phone: Phone, game: str
) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", game=game)
    is_down = game == "twelve-step-rummy"
    table.write(*([e.LaidDown(1)] if is_down else []), e.WentOut(0))
    assert table.page("sheet?beside=1").texts(".now .word") == ["out", *["Down"] * is_down]
