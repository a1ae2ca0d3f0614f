"""Pages that the bench asks for and buttons that it taps: whole, it runs in the soak only."""

from urllib.parse import urlsplit

from playwright.sync_api import Browser

from bench.held import Phone
from bench.own_phones import own_phones
from bench.played import game_in_a_count
from companion.records.log.games import open_game
from tests.browser.serving import LiveServer


def test_a_tap_of_the_bench_writes_one_entry(server: LiveServer) -> None:
    with server.app.app_context():
        token, length = game_in_a_count(rounds=1)
        phone = Phone.at(urlsplit(server.url).port or 0, token)
        assert phone.write().status == 303
        phone.wire.close()
        assert open_game(token).state.version == length + 1


def test_the_last_who_counts_on_an_own_phone_writes_the_round_after_six_taps(
    browser: Browser, server: LiveServer
) -> None:
    everybodys, longest, *_ = own_phones(browser, server.app, server.url)
    assert (everybodys.value, longest.value) == (14, 6)
