"""The time of the referee: whether a hand holds a contract, and the fewest points left."""

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter

from playwright.sync_api import Browser

from bench.amount import usually
from bench.figures import Figure
from bench.phone import new_phone
from companion.rules.cases import rules_of_case
from companion.rules.referee.deck import Card, Deck
from companion.rules.referee.judge import can_lay
from companion.rules.referee.law import Law
from companion.rules.referee.leftovers import fewest_left
from companion.rules.referee.reading import read_slots

_CARDS, _HANDS = 21, usually(15)
_SLOWER = 4
_MOST_TO_SAY, _MOST_FOR_LEFT, _MOST_ON_A_PHONE = 10, 100, 50
_ASKED = (
    ("twelve-step-rummy", ("S3 S3 R4", "R5 R5", "S3 R7", "S8", "R10")),
    ("contract-rummy", ("S3 R4 R4", "R4 R4 R4")),
    ("shanghai-rummy", ("S3 S3 S3 R5", "R5 R5 R5", "S3 R10")),
)
_IN_THE_BROWSER = """async (asked) => {
  const [{ deckOf }, { Law }, { handOf, Search }, { readCards, readSlots }] = await Promise.all(
    ["deck", "law", "hands", "reading"]
      .map(name => import(`/static/now/js/rules/referee/${name}.js`)));
  const took = asked.map(({ rules, contract, hand }) => {
    const deck = deckOf(rules, null, null);
    const [cards, slots] = [readCards(hand, deck, ""), readSlots(contract, [], "")];
    const law = new Law(rules.melding, deck, {});
    const start = performance.now();
    const found = handOf(cards);
    [true, false].some(sparing => new Search(found, slots, law, { sparing }).first() !== null);
    return performance.now() - start;
  });
  return Math.max(...took);
}"""


def judging() -> list[Figure]:
    """Milliseconds for the slowest of many hands of 21 cards."""
    say = max(_took(can_lay))
    left = max(_took(lambda cards, slots, law: fewest_left(cards, slots, law, is_last=False)))
    note = f"slowest of {len(list(_hands()))} hands of {_CARDS} cards"
    return [
        Figure("referee, whether a hand holds a contract", round(say, 1), "ms", _MOST_TO_SAY, note),
        Figure("referee, fewest points left", round(left, 1), "ms", _MOST_FOR_LEFT, note),
    ]


def judging_in_the_browser(browser: Browser, address: str) -> list[Figure]:
    """The same question on a processor four times slower."""
    asked = [
        {"rules": rules, "contract": contract, "hand": hand} for rules, contract, hand in _hands()
    ]
    phone = new_phone(browser)
    page = phone.new_page()
    page.goto(f"{address}/")
    slow = phone.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
    took = page.evaluate(_IN_THE_BROWSER, asked)
    phone.close()
    note = f"slowest of {len(asked)} hands in Chromium, CPU {_SLOWER} times slower"
    name = "referee in the browser, whether a hand holds a contract"
    return [Figure(name, round(took, 1), "ms", _MOST_ON_A_PHONE, note)]


def _hands() -> Iterator[tuple[dict[str, object], str, list[str]]]:
    """Hands drawn from two decks and their jokers, with the rules and the contract."""
    luck = Random(25)
    for game, contracts in _ASKED:
        rules = rules_of_case({"game": game})
        deck = [card["code"] for card in rules["cards"] for _ in range(2 if card["copies"] else 4)]
        for contract in contracts:
            for _ in range(_HANDS):
                yield rules, contract, luck.sample(deck, _CARDS)


def _took(ask: Callable[[list[Card], tuple[object, ...], Law], object]) -> Iterator[float]:
    for rules, contract, hand in _hands():
        deck = Deck.of(rules, None, None)
        cards, slots = [deck.cards[code] for code in hand], read_slots(contract, [], "")
        law = Law(rules["melding"], deck, {})
        start = perf_counter()
        ask(cards, slots, law)
        yield (perf_counter() - start) * 1_000
