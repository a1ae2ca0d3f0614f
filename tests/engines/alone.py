"""A game that starts offline, is reopened, and is sent once the network is back."""

from tests.browser.table import COURT, LOW
from tests.engines.phone import Phone
from tests.engines.wire import Wire

# The page for new games was cached before, without the names.
_IS_READY = """async names => {
  const kept = async address => (await (await caches.match(address))?.text()) ?? "";
  const suggested = await kept("/new/alone");
  const wanted = await Promise.all(["/", "/catalogue-pages"].map(kept));
  return wanted.every(Boolean) && names.every(name => suggested.includes(`value="${name}"`))
    && Boolean(navigator.serviceWorker.controller);
}"""
_IS_LEFT = "() => { window.isLeft = true; }"
_IS_ANOTHER = "() => !window.isLeft && location.pathname.startsWith('/g/')"
_ONLINE = "() => dispatchEvent(new Event('online'))"
PLAYERS = ("Bo", "Ann")


def a_game_starts_alone(phone: Phone, wire: Wire) -> None:
    """On a phone that has played before: a round of it, and its totals on the server."""
    phone.starts_a_game("Ann", "Bo", dealer="Bo")
    phone.engine.goes_to(f"{phone.address}/")
    phone.sees("Rummy Companion")
    phone.comes_to(lambda: phone.engine.evaluate(_IS_READY, PLAYERS), told=True)
    wire.is_cut()
    phone.engine.goes_to(f"{phone.address}/new/twelve-step-rummy")
    phone.sees("12-Step Rummy")
    for name in PLAYERS:
        phone.taps("button", f"{name}: add")
    phone.taps("button", "Deal the first round").sees("Round 1")
    phone.lays_down("Bo", "Ann").goes_out("Bo").sees("Cards left: Ann")
    phone.counts(COURT, LOW).shows_hand(15, "yes")
    phone.taps("button", "Write it down").sees("Round 2")
    phone.engine.evaluate(_IS_LEFT)
    phone.engine.goes_to(f"{phone.address}/go-on")
    phone.comes_to(lambda: phone.engine.evaluate(_IS_ANOTHER), told=True)
    phone.sees("Round 2").shows_totals(PLAYERS, (0, 15), (2, 2))
    wire.is_whole()
    phone.engine.evaluate(_ONLINE)
    phone.taps("link", "Sheet").sees("12-Step Rummy").opens_the_sheet_of_the_server()
    phone.reads(".leaf .title", "After 1 round")
    phone.reads("#round-1 td", "contract 1 made out total 0", "contract 1 made 15 total 15")
