"""Every page of the app, with content, for the tests of every page."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Page, Response

from companion.records.log.deleting import delete_game
from companion.records.log.games import open_game
from companion.records.people.known_people import call_group, call_them
from companion.records.people.links import new_key, renew_links
from companion.records.people.own_games import keep_own_game
from companion.rules.fold import entries as e
from companion.rules.reading.catalogue import game_data
from tests.books import happens
from tests.browser.evenings import (
    ACE,
    COURT,
    FRIENDS,
    GAME,
    LOW,
    MIDGAME,
    NINE,
    SHARING,
    WHOLE_GAME,
    WILD,
    Evening,
    Round,
    shared_by,
)
from tests.browser.serving import LiveServer
from tests.browser.table import opens_house_rules, unfolds
from tests.browser.watching import can_turn_to, hesitates, is_told_nothing
from tests.records.book import many_games

Way = Callable[[Page, LiveServer], None]
PLACES: dict[str, Way] = {}


@dataclass
class Visit:
    """An open page, and the HTML of its response."""

    page: Page
    answers: list[Response] = field(default_factory=list)

    def goes(self, name: str, server: LiveServer) -> "Visit":
        """Open the place of this name with a tap."""
        self.page.on("response", self._remember)
        PLACES[name](self.page, server)
        self.page.remove_listener("response", self._remember)
        return self

    @property
    def html(self) -> str:
        """The HTML of the response, before any script ran."""
        return self.answers[-1].text()

    def _remember(self, answer: Response) -> None:
        is_page = answer.request.is_navigation_request() and answer.request.resource_type
        if is_page == "document" and not 300 <= answer.status < 400:
            self.answers.append(answer)


def _place(way: Way) -> Way:
    """Registers a page; the function opens it and gives it its name."""
    PLACES[way.__name__.strip("_").replace("_", " ")] = way
    return way


SCORES = "Ann;Ben;Christopher\n0;15;120\n5;0;-13\n"


def _midgame(server: LiveServer) -> Evening:
    return Evening(server, FRIENDS, MIDGAME, dealer=3, title="Saturday at Bo’s")


def _round_seven(server: LiveServer) -> Evening:
    """Ann went out, Bo is counted; Chloé is being counted, Dev is next."""
    return _midgame(server).happens(
        e.LaidDown(0),
        e.LaidDown(3),
        e.WentOut(0),
        e.HandCounted(1, e.Hand(cards={WILD: 2, ACE: 1, COURT: 4, LOW: 6}), down=False),
        e.HandCounted(2, e.Hand(cards={WILD: 1, COURT: 3, LOW: 2}), down=False),
    )


def _all_counted(server: LiveServer) -> Evening:
    return _round_seven(server).happens(
        e.HandCounted(2, e.Hand(cards={WILD: 1, COURT: 3, LOW: 9}), down=False),
        e.HandCounted(3, e.Hand(cards={ACE: 1, LOW: 2}), down=True),
    )


def _finished(server: LiveServer) -> Evening:
    return Evening(server, FRIENDS, WHOLE_GAME, dealer=3, title="Saturday at Bo’s")


def _five_hundred(server: LiveServer) -> Evening:
    """One round is written down, the second is over."""
    melded = {0: 85, 1: 27, 2: 0, 3: 60}
    left = {
        0: e.Hand(cards={}),
        1: e.Hand(points=25),
        2: e.Hand(points=40),
        3: e.Hand(cards={"K": 1}),
    }
    hands = [
        e.HandCounted(seat, left[seat], down=False, melded=e.Hand(points=points))
        for seat, points in melded.items()
    ]
    evening = Evening(server, FRIENDS, game="rummy-500")
    return evening.happens(e.WentOut(0), *hands, e.RoundScored(), e.WentOut(2))


def _gin(server: LiveServer) -> Evening:
    """Two rounds are written down: a knock and an undercut."""
    knocked = [
        entry
        for own, other in ((8, 20), (8, 7))
        for entry in (
            e.WentOut(0, ending="knock"),
            e.HandCounted(0, e.Hand(points=own), down=False),
            e.HandCounted(1, e.Hand(points=other), down=False),
            e.RoundScored(),
        )
    ]
    rules = {"big_gin": 31, "knock_at": "upcard"}
    return Evening(server, FRIENDS[:2], game="gin-rummy", house_rules=rules).happens(*knocked)


def _liverpool(server: LiveServer) -> Evening:
    return Evening(server, FRIENDS, game="liverpool-rummy").happens(e.LaidDown(0), e.WentOut(0))


def _kept_by(page: Page, evening: Evening) -> None:
    page.context.add_cookies([evening.server.cookie_of(evening.device)])


@_place
def home_with_games(page: Page, server: LiveServer) -> None:
    finished = _finished(server)
    Evening(server, FRIENDS, MIDGAME, dealer=3, device=finished.device)
    _kept_by(page, finished)
    page.goto(server.url)


@_place
def home_with_many_games(page: Page, server: LiveServer) -> None:
    finished = _finished(server)
    with server.app.app_context():
        many_games(30, finished.device)
    _kept_by(page, finished)
    page.goto(f"{server.url}/?q=rummy")
    page.get_by_role("link", name="Older games").tap()
    page.get_by_role("link", name="Newer games").wait_for()


@_place
def home_where_nothing_is_found(page: Page, server: LiveServer) -> None:
    _kept_by(page, _finished(server))
    page.goto(f"{server.url}/?q=Donaudampfschifffahrtsgesellschaftskapitänsmütze")


@_place
def new_game(page: Page, server: LiveServer) -> None:
    _kept_by(page, Evening(server, ("Ella", "Farid", "Gül")))
    page.goto(f"{server.url}/new/{GAME}")
    for number, name in enumerate(FRIENDS, start=1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)


@_place
def new_game_with_house_rules_open(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/new/{GAME}")
    opens_house_rules(page)
    unfolds(page, "5 points, like 3 to 9").tap()


@_place
def new_game_with_errors(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/new/{GAME}")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("ann")
    page.get_by_label("Player 3", exact=True).fill("Bartholomew-" * 5)
    page.get_by_role("button", name="Deal the first round").tap()
    page.get_by_text("Two players have this name.").wait_for()


@_place
def new_game_without_a_network(page: Page, server: LiveServer) -> None:
    """The page that a service worker shows at the address of the server’s own page."""
    evening = Evening(server, ("Ella", "Farid", "Gül"), house_rules={"ten_value": 5})
    _kept_by(page, evening)
    alone = f"{server.url}/new/alone"
    address = f"{server.url}/new/again/{evening.token}"
    page.route(address, lambda route: route.fulfill(response=route.fetch(url=alone)))
    page.goto(address)
    for number in (1, 2, 3):
        page.get_by_label(f"Player {number}", exact=True).fill("")
    page.get_by_role("button", name="Farid").tap()
    page.get_by_role("button", name="Deal the first round").tap()
    page.get_by_text("players").wait_for()


@_place
def table_with_melds_of_the_round(page: Page, server: LiveServer) -> None:
    melds = (e.Melded(0, {"K": 3}), e.Melded(0, {"3": 1}), e.Melded(2, {"7": 1, "8": 1, "9": 1}))
    page.goto(Evening(server, FRIENDS, game="rummy-500").happens(*melds).page())


@_place
def melding(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS, game="rummy-500").happens(e.Melded(0, {"K": 3}))
    page.goto(evening.page("meld/0"))
    for key in ("A, 15 each", "2, 2 each", "3, 3 each"):
        page.get_by_role("button", name=key).tap()


@_place
def table_after_an_undo(page: Page, server: LiveServer) -> None:
    page.goto(_midgame(server).happens(e.LaidDown(0), e.LaidDown(3)).page())
    page.get_by_role("button", name="Undo").tap()
    page.locator("#said").get_by_text("Undone").wait_for()


@_place
def table_that_lost_its_connection(page: Page, server: LiveServer) -> None:
    is_told_nothing(page)
    page.clock.install()
    page.goto(_midgame(server).page())
    can_turn_to(page, "review")  # so the stream is open
    page.clock.run_for(13_000)
    page.get_by_text("You’re offline").wait_for()
    page.clock.resume()


@_place
def table_out_of_date(page: Page, server: LiveServer) -> None:
    evening = _midgame(server)
    is_told_nothing(page)
    page.goto(evening.page())
    evening.happens(e.LaidDown(0))
    page.get_by_role("button", name="Undo").tap()
    page.get_by_text("The game has changed").wait_for()


@_place
def count_by_cards_with_how_many(page: Page, server: LiveServer) -> None:
    page.goto(_round_seven(server).page("count/3"))
    page.get_by_role("button", name="3 – 9, 5 each").tap()
    page.get_by_text("Saved", exact=True).wait_for()


@_place
def count_changed_elsewhere(page: Page, server: LiveServer) -> None:
    evening = _round_seven(server)
    page.goto(evening.page("count/3"))
    page.get_by_role("button", name="A, 20 each").tap()
    page.get_by_text("Saved", exact=True).wait_for()
    evening.happens(e.HandCounted(3, e.Hand(cards={COURT: 3}), down=True))
    page.get_by_text("This hand was changed on another phone.").wait_for()


@_place
def count_by_total(page: Page, server: LiveServer) -> None:
    page.goto(_round_seven(server).page("count/3"))
    for key in ("Total", "2", "0", "+", "1", "5"):
        page.get_by_role("button", name=key, exact=True).tap()
    page.get_by_text("Saved", exact=True).wait_for()


@_place
def count_with_an_error(page: Page, server: LiveServer) -> None:
    page.goto(_round_seven(server).page("count/3"))
    for key in ("Total", "2", "+"):
        page.get_by_role("button", name=key, exact=True).tap()
    page.get_by_role("button", name="Write it down", exact=True).tap()
    page.get_by_text("Enter a number such as 45").wait_for()


@_place
def review_with_doubts(page: Page, server: LiveServer) -> None:
    evening = _all_counted(server).happens(
        e.HandCounted(1, e.Hand(cards={COURT: 5, LOW: 7}), down=False),
        e.HandCounted(3, e.Hand(points=33), down=True),
    )
    page.goto(evening.page("review"))


@_place
def correction_preview(page: Page, server: LiveServer) -> None:
    page.goto(_finished(server).page("correct/3?seat=0"))
    ann = page.locator("#hand-0")
    fewer = ann.get_by_role("button", name="One fewer: 3 – 9")
    fewer.wait_for()
    while fewer.is_visible():
        fewer.tap()
    ann.get_by_role("radio", name="Down", exact=True).tap()
    ann.get_by_role("button", name="One more buy").tap()
    ann.get_by_role("button", name="One fewer buy").tap()  # none: buys no longer explain it
    page.get_by_role("button", name="See what changes").tap()
    page.get_by_text("What would change").wait_for()


@_place
def sheet(page: Page, server: LiveServer) -> None:
    evening = _midgame(server)
    really = e.RoundPlay(
        frozenset({0, 1, 2}), 0, dict.fromkeys((1, 2), e.Hand(cards={COURT: 3})), {}, {}
    )
    hands = {**really.hands, 3: e.Hand(cards={COURT: 7, LOW: 5})}
    accepted = frozenset({("wrong_hand_size_without_contract", 3)})
    evening.happens(e.RoundCorrected(1, e.RoundPlay(really.laid_down, 0, hands), accepted))
    page.goto(evening.page("sheet"))


@_place
def final(page: Page, server: LiveServer) -> None:
    page.goto(_finished(server).page("final"))


@_place
def played_before(page: Page, server: LiveServer) -> None:
    finished = _finished(server)
    Evening(server, FRIENDS, MIDGAME, dealer=3, device=finished.device)
    Evening(server, NINE[:6], device=finished.device, game="five-crowns", title="At the lake")
    _kept_by(page, finished)
    page.goto(f"{server.url}/played")
    page.locator(".fold > summary").last.tap()
    page.locator("section .played summary").tap()


@_place
def a_person(page: Page, server: LiveServer) -> None:
    finished = _finished(server)
    for _ in range(2):
        Evening(server, FRIENDS, WHOLE_GAME, dealer=3, device=finished.device)
    _kept_by(page, finished)
    page.goto(f"{server.url}/persons/one?name=bo")


@_place
def changing_a_person(page: Page, server: LiveServer) -> None:
    finished = _finished(server)
    for name in ("Bö", "Bartholomew the Second, of the lake"[:30]):
        people = (name, "Ella", "Farid")
        Evening(server, people, WHOLE_GAME[:1], device=finished.device).happens(e.GameEnded(""))
    with server.app.app_context():
        call_them(finished.device, ["Bö"], "Bo", 5)
    _kept_by(page, finished)
    page.goto(f"{server.url}/persons/one/change?name=bo")


@_place
def a_season(page: Page, server: LiveServer) -> None:
    """Six games of Ann, Bo, Chloé and Dev; two of them with a player missing."""
    finished = _finished(server)
    for n in range(5):
        there = FRIENDS[:3] if n % 3 == 1 else FRIENDS
        left = {seat: {COURT: (seat + n) % 4 + 1} for seat in range(len(there)) if seat != n % 3}
        rounds = [Round(n % 3, left)] * (n + 2)
        evening = Evening(server, there, rounds, device=finished.device)
        evening.happens(e.GameEnded(""))
    with server.app.app_context():
        call_group(finished.device, FRIENDS, "Saturdays at Bo’s")
    _kept_by(page, finished)
    page.goto(f"{server.url}/persons/group?who=ann&who=bo&who=chloé&who=dev")


@_place
def naming_a_group(page: Page, server: LiveServer) -> None:
    finished = _finished(server)
    _kept_by(page, finished)
    page.goto(f"{server.url}/persons/group/name?who=ann&who=bo&who=chloé&who=dev")


@_place
def people_who_play(page: Page, server: LiveServer) -> None:
    finished = _finished(server)
    Evening(server, FRIENDS, WHOLE_GAME, dealer=3, device=finished.device)
    _kept_by(page, finished)
    page.goto(f"{server.url}/persons")


@_place
def take_games_along(page: Page, server: LiveServer) -> None:
    finished = _finished(server)
    Evening(server, FRIENDS, MIDGAME, dealer=3, device=finished.device)
    _kept_by(page, finished)
    page.goto(f"{server.url}/played/export")


@_place
def import_games(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/played/take")


@_place
def scores_from_a_table(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/played/scores")
    page.get_by_label("The spreadsheet").fill(SCORES)
    page.get_by_role("button", name="Preview").click()
    page.locator("#preview").wait_for()


@_place
def hands_to_recount_by_other_rules(page: Page, server: LiveServer) -> None:
    page.goto(_midgame(server).page("rules/change"))
    unfolds(page, "5 points, like 3 to 9").tap()
    page.get_by_role("button", name="See what changes").tap()
    page.get_by_role("heading", name="What are these hands worth now?").wait_for()


@_place
def what_other_rules_change(page: Page, server: LiveServer) -> None:
    PLACES["hands to recount by other rules"](page, server)
    for hand in page.locator(".told input").all():
        hand.fill("0")
    page.get_by_role("button", name="See what changes").tap()
    page.get_by_text("Between").first.wait_for()  # no hand is free: each shows its possible points
    for hand in page.locator(".told").filter(has=page.get_by_text("Between")).all():
        least = re.search(r"\d+", hand.locator(".error").inner_text())
        hand.locator("input").fill(least[0] if least else "")
    page.get_by_role("button", name="See what changes").tap()
    page.get_by_role("heading", name="The game by these rules").wait_for()


NOT_LEGAL = "ask=contract&contract=2&cards=9H+9S+9D&cards=5S+*+2H+8S&at=1"
OPEN_QUESTION = "ask=contract&contract=2&cards=KH+KS+KD&cards=AS+2S+*+4S&at=1"
A_HAND = "ask=go_down&contract=6&cards=9H+9C+9D+*+5S+6S+7S+8S+KH+QD+JC+4D+3H"


@_place
def referee_leaves_it_to_the_table(page: Page, server: LiveServer) -> None:
    page.goto(_midgame(server).page(f"referee?{OPEN_QUESTION}"))


@_place
def deciding_what_no_source_says(page: Page, server: LiveServer) -> None:
    referee_leaves_it_to_the_table(page, server)
    page.get_by_role("link", name="Decide it").tap()
    page.get_by_role("button", name="That is our rule").wait_for()


@_place
def referee_about_laying_off(page: Page, server: LiveServer) -> None:
    case = "ask=lay_off&cards=5C+6C+7C+*&cards=8C&at=1&suit=C"
    page.goto(f"{server.url}/referee/contract-rummy?{case}")


@_place
def referee_of_phase_10(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/referee/phase-10")
    for key in ("7", "Blue", "7", "Wild"):
        page.get_by_role("button", name=key, exact=True).tap()
    page.get_by_text("It is a set.").wait_for()


@_place
def blank_sheet(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/games/{GAME}")
    page.get_by_role("link", name="Blank score sheet").tap()
    page.locator("summary").tap()
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_role("button", name="Add the names").tap()
    page.locator(".leaf").get_by_text("Ann").wait_for()


@_place
def games(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/games")
    page.locator(".variants summary").first.tap()


@_place
def choosing_a_game(page: Page, server: LiveServer) -> None:
    finished = _finished(server)
    Evening(server, ("Ella", "Farid", "Gül"), game="five-crowns", device=finished.device)
    _kept_by(page, finished)
    page.goto(f"{server.url}/new")


@_place
def count_with_many_keys(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS, dealer=3, game="contract-rummy").happens(
        e.LaidDown(0), e.WentOut(0), e.HandCounted(1, e.Hand(points=74), down=False)
    )
    page.goto(evening.page("count/2"))
    for key in ("Joker, wild, 25 each", "10 J Q K, 10 each", "10 J Q K, 10 each", "7, 7 each"):
        page.get_by_role("button", name=key, exact=True).tap()
    page.get_by_text("Saved", exact=True).wait_for()


@_place
def count_melds(page: Page, server: LiveServer) -> None:
    page.goto(_five_hundred(server).page("count/1"))
    melded, left = page.locator(".part").all()
    for _ in range(3):
        melded.get_by_role("button", name="9, 9 each", exact=True).tap()
    page.get_by_role("heading", name="Left in hand").tap()
    left.get_by_role("button", name="A, 15 each", exact=True).tap()
    page.get_by_text("Saved", exact=True).wait_for()


@_place
def count_melds_by_total(page: Page, server: LiveServer) -> None:
    page.goto(_five_hundred(server).page("count/1"))
    page.get_by_role("button", name="Total", exact=True).tap()
    page.locator(".part").first.get_by_role("button", name="5", exact=True).tap()
    page.get_by_text("Saved", exact=True).wait_for()


@_place
def table_that_offers_knock_cards(page: Page, server: LiveServer) -> None:
    page.goto(_gin(server).page())
    page.get_by_text("Knock card: –").tap()


@_place
def review_with_sums(page: Page, server: LiveServer) -> None:
    held = [e.HandCounted(s, e.Hand(points=points), down=False) for s, points in ((0, 8), (1, 24))]
    page.goto(_gin(server).happens(e.WentOut(0, ending="knock"), *held).page("review"))


@_place
def final_with_a_settlement(page: Page, server: LiveServer) -> None:
    last = (
        e.WentOut(0, ending="gin"),
        e.HandCounted(1, e.Hand(points=80), down=False),
        e.RoundScored(),
    )
    page.goto(_gin(server).happens(*last).page("final"))


@_place
def who_went_rummy(page: Page, server: LiveServer) -> None:
    collects = {"scoring": "winner_collects"}
    evening = Evening(server, FRIENDS, game="classic-rummy", house_rules=collects)
    page.goto(evening.page("out"))


def _indian(server: LiveServer) -> Evening:
    return Evening(server, FRIENDS, game="indian-rummy")


@_place
def table_after_a_declaration(page: Page, server: LiveServer) -> None:
    evening = _indian(server).happens(e.TurnedUp("10"), e.Dropped(2, "wrong"), e.WentOut(1))
    page.goto(evening.page())


def _out_of_the_game(server: LiveServer) -> Evening:
    lost = [e.HandCounted(seat, e.Hand(points=80), down=False) for seat in (1, 3)]
    one = [e.TurnedUp("5"), e.WentOut(0), e.Dropped(2, "middle"), *lost, e.RoundScored()]
    return _indian(server).happens(*one, *one)


@_place
def review_without_a_wild_rank(page: Page, server: LiveServer) -> None:
    sevens = e.HandCounted(0, e.Hand(cards={"7": 2}), down=False)
    others = [e.Dropped(seat, "first") for seat in (2, 3)]
    page.goto(_indian(server).happens(e.WentOut(1), *others, sevens).page("review"))


@_place
def people_who_are_out(page: Page, server: LiveServer) -> None:
    page.goto(_out_of_the_game(server).page("players"))
    page.locator("#away summary").first.tap()


@_place
def adjusting_with_errors(page: Page, server: LiveServer) -> None:
    page.goto(_midgame(server).page("adjust"))  # a game without reasons of its own for adjustments
    page.get_by_label("Points").fill("many")
    page.get_by_role("button", name="Save").tap()
    page.get_by_text("Enter the reason for the points.").wait_for()


@_place
def review_with_adjustments(page: Page, server: LiveServer) -> None:
    evening = _liverpool(server).happens(
        e.HandCounted(1, e.Hand(points=15), down=True),
        e.HandCounted(2, e.Hand(points=74), down=False),
        e.HandCounted(3, e.Hand(points=55), down=False),
        e.Adjusted(1, e.Adjustment(-50, "Cut exactly the cards for the deal")),
    )
    page.goto(evening.page("review"))


def _changing(server: LiveServer) -> Evening:
    """Dev left before the last round; the game has a title and a note."""
    without = Round(0, {1: {COURT: 2}, 2: {LOW: 3}}).entries()
    note = e.Noted("Bo’s first evening with us")
    return _midgame(server).happens(e.PlayerLeft(3), *without, note)


@_place
def changing_the_table(page: Page, server: LiveServer) -> None:
    evening = _changing(server)
    _kept_by(page, evening)
    page.goto(evening.page("players"))


@_place
def changing_the_table_with_everything_open(page: Page, server: LiveServer) -> None:
    changing_the_table(page, server)
    for summary in page.locator("summary").all():
        summary.tap()


@_place
def changing_the_table_with_an_error(page: Page, server: LiveServer) -> None:
    page.goto(Evening(server, FRIENDS).page("players"))
    page.locator("summary").filter(has_text="Chloé").tap()
    page.locator("#name-2").fill("ann")
    page.get_by_role("button", name="Rename").locator("visible=true").tap()
    page.get_by_text("Somebody in this game is already called").wait_for()


@_place
def sheet_with_a_seat_taken_over(page: Page, server: LiveServer) -> None:
    evening = _midgame(server).happens(e.SeatTakenOver(1, "Cem", FRIENDS[1]))
    evening.happens(
        e.WentOut(None), *(e.HandCounted(s, e.Hand(points=65), down=False) for s in range(4))
    )
    evening.happens(e.RoundScored(frozenset({("nobody_out", None)})))
    page.goto(evening.page("sheet"))


@_place
def somebody_joins(page: Page, server: LiveServer) -> None:
    page.goto(_midgame(server).page("players/join"))
    page.get_by_role("radio", name="Between Bo and Chloé").check()
    page.get_by_role("button", name="Add this player").tap()
    page.get_by_text("Enter a name.").wait_for()


@_place
def home_with_a_deleted_game(page: Page, server: LiveServer) -> None:
    evening = _midgame(server)
    with server.app.app_context():
        delete_game(evening.token, evening.device)
    _kept_by(page, evening)
    page.goto(server.url)


@_place
def deleted(page: Page, server: LiveServer) -> None:
    evening = _midgame(server)
    with server.app.app_context():
        delete_game(evening.token, evening.device)
    page.goto(evening.page())


@_place
def share(page: Page, server: LiveServer) -> None:
    evening, by_name = _midgame(server), server.url.replace("127.0.0.1", "table.localhost")
    page.context.add_cookies([server.cookie_of(evening.device) | {"url": by_name}])
    page.goto(evening.page("share").replace(server.url, by_name))


@_place
def share_to_watch(page: Page, server: LiveServer) -> None:
    share(page, server)
    page.get_by_role("link", name="Watch only").tap()
    page.get_by_text("change nothing").wait_for()


@_place
def ending_the_old_links(page: Page, server: LiveServer) -> None:
    share(page, server)
    page.get_by_role("link", name="Make new links").tap()
    page.get_by_role("heading", name="Turn off the old links?").wait_for()


@_place
def joining_by_six_signs(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/join")
    page.get_by_label("Six-character code").fill("q7r xm")
    page.get_by_role("button", name="Join").tap()
    page.get_by_text("Enter the six-character code").wait_for()


def _taken_by(page: Page, evening: Evening, seat: int) -> Evening:
    """The phone of this page takes a seat."""
    device = new_key()
    page.context.add_cookies([evening.server.cookie_of(device)])
    return evening.has_phone_of(seat, device)


@_place
def my_own_page(page: Page, server: LiveServer) -> None:
    evening = _taken_by(page, _midgame(server).happens(e.LaidDown(0)), 2)
    page.goto(evening.page("seat/2"))


@_place
def my_own_page_when_the_round_is_over(page: Page, server: LiveServer) -> None:
    evening = _taken_by(page, _round_seven(server), 3)
    evening.has_phone_of(2, "chloe", counting=True)
    page.goto(evening.page("seat/3"))


@_place
def counting_my_own_hand(page: Page, server: LiveServer) -> None:
    evening = _taken_by(page, _round_seven(server), 3)
    page.goto(evening.has_phone_of(2, "chloe", counting=True).page("count/3"))
    page.get_by_role("button", name="10 J Q K, 10 each").tap()
    page.get_by_text("Saved", exact=True).wait_for()


@_place
def two_counts_of_one_hand(page: Page, server: LiveServer) -> None:
    evening = _taken_by(page, _round_seven(server), 3)
    is_told_nothing(page)
    page.goto(evening.page("count/3"))
    evening.happens(e.HandCounted(3, e.Hand(cards={ACE: 1, COURT: 2, LOW: 1}), down=True))
    page.get_by_role("button", name="10 J Q K, 10 each").tap()
    page.get_by_text("choose the count that is right").wait_for()


@_place
def who_was_out_first(page: Page, server: LiveServer) -> None:
    evening = _taken_by(page, _midgame(server), 1)
    page.goto(evening.page("out"))
    evening.happens(e.WentOut(0))
    page.get_by_role("button", name="Bo Not down").tap()
    page.get_by_text("Two phones name different people").wait_for()


def _has_a_round_twice(page: Page, server: LiveServer) -> Evening:
    evening = _taken_by(page, _midgame(server), 1)
    is_told_nothing(page)
    page.goto(evening.page())
    can_turn_to(page, "conflict")
    evening.happens(*Round(0, {1: {LOW: 13}, 2: {COURT: 2}, 3: {ACE: 1}}, frozenset({1})).entries())
    page.get_by_role("button", name="Lay down : Bo").tap()
    page.get_by_role("heading", name="Round 7, twice").wait_for()
    return evening


@_place
def a_round_that_two_phones_have(page: Page, server: LiveServer) -> None:
    _has_a_round_twice(page, server)


@_place
def history_with_what_was_left_out(page: Page, server: LiveServer) -> None:
    evening = _has_a_round_twice(page, server)
    hesitates(page)
    page.get_by_role("button", name="Keep theirs").tap()
    page.get_by_role("heading", name="Bo", exact=True).wait_for()
    page.goto(evening.page("history"))
    page.get_by_role("link", name="Bring back").wait_for()


@_place
def history(page: Page, server: LiveServer) -> None:
    evening = _all_counted(server).has_phone_of(1, "bo")
    with server.app.app_context():
        last = open_game(evening.token).state.version
        happens(evening.token, e.EntryUndone(last), device="bo")
    page.goto(evening.page("history"))


@_place
def history_of_a_long_game(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS, WHOLE_GAME, dealer=3)
    marks = [entry for _ in range(20) for entry in (e.Titled("Friday"), e.Titled(""))]
    page.goto(evening.happens(*marks).page("history?before=102"))


@_place
def final_with_a_late_joiner(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS[:2], [Round(0, {1: {LOW: 1}})] * 8)
    evening.happens(e.PlayerJoined("Friedericke"))
    for entry in Round(0, {1: {LOW: 1}, 2: {LOW: 1}}).entries() * 4:
        evening.happens(entry)
    page.goto(evening.page("final"))


@_place
def table_to_watch(page: Page, server: LiveServer) -> None:
    evening = _midgame(server).happens(e.LaidDown(0), e.LaidDown(3))
    page.goto(f"{server.url}/g/{evening.watch_token}/")


@_place
def link_replaced(page: Page, server: LiveServer) -> None:
    evening = _midgame(server)
    with server.app.app_context():
        renew_links(evening.token, evening.device)
    page.goto(evening.page())


def _own_question(page: Page, server: LiveServer, screen: int, more: str = "") -> None:
    contracts = ("S3 S3", "S3 R4", "S3 R4 2xA", "R4 R4", "S3 S3 S3", "S4 R4", "S3 R7")
    answered = "&".join(f"contracts-{row}={words}" for row, words in enumerate(contracts))
    page.goto(f"{server.url}/own/new/{screen}?{answered}{more}")


@_place
def own_games(page: Page, server: LiveServer) -> None:
    """Custom games, one with a long name."""
    device = new_key()
    with server.app.app_context():
        for name in ("Donaudampfschifffahrtsgesellschaft Rummy", "Lake Rummy"):
            keep_own_game(game_data("contract-rummy") | {"name": name}, device, new_key())
    page.context.add_cookies([server.cookie_of(device)])
    page.goto(f"{server.url}/own")


@_place
def own_game_how_many_rounds(page: Page, server: LiveServer) -> None:
    _own_question(page, server, 1)


@_place
def own_game_what_a_round_needs(page: Page, server: LiveServer) -> None:
    _own_question(page, server, 2, "&round=3")


@_place
def own_game_which_rank(page: Page, server: LiveServer) -> None:
    _own_question(page, server, 2, "&round=3&rank=")


@_place
def own_game_stay_or_move_on(page: Page, server: LiveServer) -> None:
    _own_question(page, server, 4)


@_place
def own_game_points_to_reach(page: Page, server: LiveServer) -> None:
    _own_question(page, server, 5, "&advancing=round&winner=limit&go=next")


@_place
def own_game_as_answered(page: Page, server: LiveServer) -> None:
    _own_question(page, server, 6, "&advancing=finish&name=Grandma’s Seven")


@_place
def own_game_in_a_file_that_is_wrong(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/own/from/five-crowns")
    page.locator("#text").fill('name = "Six Crowns"\nadvancing = none\n')
    page.get_by_role("button", name="Save").tap()
    page.get_by_text("Line 2: ").wait_for()


# Those that need no tap.
_ADDRESSES: dict[str, Callable[[LiveServer], str]] = {
    "home empty": lambda server: server.url,
    "no connection": lambda server: f"{server.url}/alone",
    "table at the first deal": lambda server: Evening(server, FRIENDS).page(),
    "table": lambda server: _midgame(server).happens(e.LaidDown(0), e.LaidDown(3)).page(),
    "table with a wild rank and a last turn": lambda server: (
        Evening(server, FRIENDS, game="five-crowns").happens(e.WentOut(1)).page()
    ),
    "table with one contract for all": lambda server: (
        Evening(server, FRIENDS, game="carioca").happens(e.LaidDown(1)).page()
    ),
    "table with a deck of its own": lambda server: (
        Evening(server, FRIENDS, game="phase-10").happens(e.LaidDown(2)).page()
    ),
    "across the table": lambda server: (
        _midgame(server).happens(e.LaidDown(0), e.LaidDown(3)).page("across")
    ),
    "across the table when it is over": lambda server: _finished(server).page("across"),
    "across the table turned round": lambda server: _midgame(server).page("across?turned=1"),
    "who went out": lambda server: (
        _midgame(server).happens(e.LaidDown(0), e.LaidDown(3)).page("out")
    ),
    "count by cards": lambda server: _round_seven(server).page("count/2"),
    "review": lambda server: _all_counted(server).page("review"),
    "review with a hand missing": lambda server: _round_seven(server).page("review"),
    "correction": lambda server: _midgame(server).page("correct/3?seat=2#hand-2"),
    "sheet before the first round": lambda server: Evening(server, FRIENDS).page("sheet"),
    "large letters": lambda server: f"{server.url}/large",
    "sheet in large print": lambda server: _finished(server).page("sheet/large"),
    "final shared": lambda server: Evening(server, SHARING, shared_by(4)).page("final"),
    "a screen for the room": lambda server: f"{server.url}/tv",
    "share the result": lambda server: _finished(server).page("final/share"),
    "rules of the game": lambda server: _midgame(server).page("rules"),
    "house rules of a game not yet played": lambda server: Evening(server, FRIENDS).page(
        "rules/change"
    ),
    "rules of the catalogue": lambda server: f"{server.url}/games/{GAME}",
    "rules of five crowns": lambda server: f"{server.url}/games/five-crowns",
    "referee says no": lambda server: f"{server.url}/referee/{GAME}?{NOT_LEGAL}",
    "referee about a hand": lambda server: f"{server.url}/referee/{GAME}?{A_HAND}",
    "referee of which game": lambda server: f"{server.url}/referee",
    "choosing a game that is not there": lambda server: (
        f"{server.url}/new?q=Donaudampfschifffahrtsgesellschaft"
    ),
    "table without contracts": lambda server: _five_hundred(server).page(),
    "count with a moving wild rank": lambda server: (
        Evening(server, FRIENDS, game="five-crowns").happens(e.WentOut(0)).page("count/2")
    ),
    "correction of melds": lambda server: _five_hundred(server).page("correct/1?seat=1#hand-1"),
    "table where players knock": lambda server: _gin(server).page(),
    "who knocked": lambda server: _gin(server).page("out"),
    "count deadwood": lambda server: (
        _gin(server).happens(e.WentOut(1, ending="knock")).page("count/0")
    ),
    "correction of a knock": lambda server: _gin(server).page("correct/1?seat=1#hand-1"),
    "table before a wild rank is named": lambda server: (
        _indian(server).happens(e.Dropped(2, "first")).page()
    ),
    "count outside the melds": lambda server: (
        _indian(server).happens(e.TurnedUp("Q"), e.WentOut(1)).page("count/0")
    ),
    "who won the round": lambda server: (
        _indian(server).happens(e.TurnedUp("10"), e.Dropped(2, "first")).page("out")
    ),
    "own page where one may drop": lambda server: _indian(server).page("seat/0"),
    "table with players out of the game": lambda server: _out_of_the_game(server).page(),
    "count that asks for the wild rank": lambda server: (
        _indian(server).happens(e.WentOut(1)).page("count/0")
    ),
    "correction of drops": lambda server: _out_of_the_game(server).page("correct/1?seat=2"),
    "sheet of a pool": lambda server: _out_of_the_game(server).page("sheet"),
    "adjusting": lambda server: _liverpool(server).page("adjust"),
    "a seat is handed over": lambda server: _midgame(server).page("players/1/leaving"),
    "ended early": lambda server: (
        _changing(server).happens(e.GameEnded("The last bus")).page("final")
    ),
    "share where no phone comes": lambda server: _midgame(server).page("share"),
    "which seat is yours": lambda server: _midgame(server).has_phone_of(0, "ann").page("seat"),
    "table while phones count": lambda server: (
        _round_seven(server).has_phone_of(2, "chloe", counting=True).page()
    ),
    "link for watching": lambda server: f"{server.url}/g/{_midgame(server).watch_token}/count/1",
    "own game a cost that is no number": lambda server: (
        f"{server.url}/own/new/3?costs=contract-rummy&prices-0=lots&prices-1=15&go=next"
    ),
    "own game in its file": lambda server: f"{server.url}/own/from/contract-rummy",
    "nothing here": lambda server: f"{server.url}/g/no-such-game/",
}


def _opens(address: Callable[[LiveServer], str]) -> Way:
    def way(page: Page, server: LiveServer) -> None:
        page.goto(address(server))

    return way


PLACES |= {name: _opens(address) for name, address in _ADDRESSES.items()}
