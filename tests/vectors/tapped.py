"""Addresses of the referee's page, taps on it, and the resulting view models."""

from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

from companion.rules.cases import rules_of_case
from companion.web.referee.asked import TURNS, WHOSE, Desk, params_of, read_asked, tapped
from companion.web.referee.view import referee_view
from tests.vectors.judged import random_cases, random_hands

_TWELVE = rules_of_case({"game": "twelve-step-rummy"})
_CROWNS = rules_of_case({"game": "five-crowns"})
_KALOOKI = rules_of_case({"game": "kalooki-jamaican"})
_PHASE = rules_of_case({"game": "phase-10"})
_OF_RANK = {**_TWELVE, "contracts": ["2xA R4", "R4 R4"]}
_OPEN_SIZE = rules_of_case(
    {"game": "own", "melding": {"set_least": 3, "run_one_suit": True, "ace": "low"}}
)
_MANY = [f"{rank}{suit}" for suit in "SHD" for rank in "3456789JQ"]
# One card fewer than the limit, one short of a run of ten.
_ONE_SHORT = ["3H", "4H", "5H", "6H", "7H", "8H", "10H", "JH", "QH"]
_ONE_SHORT += [f"{rank}{suit}" for suit in "SSDC" for rank in "345678"][:21]
_HANDS = 60
_FIRST, _SECOND = ({"ask": ["contract"], "contract": [number]} for number in ("1", "2"))
_GIN = rules_of_case({"game": "gin-rummy"})
_GIN_HAND = "AH 2H 3H 7S 7D 7C QH QD QC QS 9D"
_DEFENDED = (
    ["AS 2S"],
    ["AS 2S 3S"],
    ["AS 2S 3S", "7H 7D", "", "4S 5S 7C"],
    ["AS 2S 3S", "9H 9D 9C", "", "9S 4S 8S 10S KD"],
    ["AS 2S 3S", "", "", " ".join(f"{rank}{suit}" for suit in "HD" for rank in "A23456789")],
)
_ODD: tuple[tuple[Desk, dict[str, list[str]]], ...] = (
    (Desk(_TWELVE, {}), {}),
    (Desk(_TWELVE, {}), {"ask": ["?"], "contract": ["99"], "at": ["7"], "suit": ["?"]}),
    (Desk(_TWELVE, {}), {"ask": ["meld"], "cards": ["9H  9S zz"]}),
    (Desk(_TWELVE, {}), {"ask": ["meld"], "cards": ["9H 9H 9H 9H 9H"], "players": ["3"]}),
    (Desk(_TWELVE, {}), {"ask": ["go_out"], "cards": [" ".join(["9H", "8D", "7C", "KS"] * 10)]}),
    (Desk(_TWELVE, {}), {"ask": ["go_out"], "cards": [" ".join([*_MANY, *_MANY[:5]])]}),
    (Desk(_TWELVE, {}), {"ask": ["go_down"], "cards": ["9H 9S 9D KH KS KD"]}),
    (Desk(_OF_RANK, {}), {"ask": ["contract"], "cards": ["AS AH", "3S 4S 5S 6S"]}),
    (
        Desk(_OF_RANK, {}, contract=2),
        {"ask": ["contract"], "cards": ["2S 3S 4S 5S", "6S 7S 8S 9S"]},
    ),
    (Desk(_OPEN_SIZE, {}), {"cards": ["3S 4S 5S"]}),
    (
        Desk(rules_of_case({"game": "contract-rummy"}), {}),
        {"ask": ["lay_off"], "cards": ["5C 6C 7C *", "8C"]},
    ),
    # A wild card by its general name, in a game with a wild card of its own.
    (Desk(_PHASE, {}), {"ask": ["lay_off"], "cards": ["5Y 6Y 7Y", "*"]}),
    (Desk(_TWELVE, {}, tells_go_down=False), {"ask": ["go_down"]}),
    (Desk(_TWELVE, {}), {"ask": ["go_down"], "contract": ["12"], "cards": [" ".join(_ONE_SHORT)]}),
    (
        Desk(_TWELVE, {}, contract=2, may_decide=("natural_wild_in_run",), house=("a:b",)),
        {"ask": ["contract"], "cards": ["9H 9S *", "AS 2S * 4S"]},
    ),
    (
        Desk(_TWELVE, {}),
        _SECOND | {"cards": ["9H 9S *", "4S * 2H 7S"]},
    ),
    (
        Desk(_TWELVE, {}),
        _SECOND | {"cards": ["9H 9S *", "* 2H 6S 5S"]},
    ),
    (
        Desk(_TWELVE, {}),
        _SECOND | {"cards": ["9H 9S 8S", "4S 5S 6S 8S"]},
    ),
    (Desk(_TWELVE, {}), {"ask": ["meld"], "cards": ["6S * * 5S"]}),
    (Desk(_TWELVE, {}), {"ask": ["meld"], "cards": ["9S 3H KD 5C"]}),
    (Desk(_TWELVE, {}), {"ask": ["swap"], "cards": ["4S 5S * 7S", "6S"], "at": ["1"]}),
    (Desk(_TWELVE, {}), {"ask": ["lay_off"], "cards": ["4S 5S 7S 6S"], "at": ["1"]}),
    (Desk(_TWELVE, {}), {"ask": ["lay_off"], "cards": ["4S 5S 7S"]}),
    (
        Desk(_KALOOKI, {}),
        _FIRST | {"cards": ["9H 9S *", "* * 8S", "5S"]},
    ),
    (Desk(_CROWNS, {}, wild="K", wild_moves=True), {"ask": ["meld"], "cards": ["7T 8T KD"]}),
    (Desk(_CROWNS, {}, wild_moves=True), {"wild": ["9"], "cards": ["7T 9D *"]}),
    (Desk(_CROWNS, {}, wild_moves=True), {"wild": ["A"]}),
    *((Desk(_GIN, {}), {"ask": ["defend"], "cards": cards}) for cards in _DEFENDED),
    (Desk(_GIN, {}), {"ask": ["defend"], "cards": ["AS 2S 3S"], "at": ["3"]}),
    (Desk(_GIN, {}), {"ask": ["knock"], "cards": [_GIN_HAND]}),
    (Desk(_GIN | {"dealt": None}, {}), {"ask": ["knock"], "cards": [_GIN_HAND]}),
)


def tapped_pages(seeds: range) -> Iterator[dict[str, Any]]:
    """For each seed a page with random rules, after some taps; before them the odd cases."""
    for number, (desk, params) in enumerate(_ODD):
        yield _page(desk, params, ["", *_taps(Random(number), desk)])
    taps = ["rank 9", "slot 1", "back", "back"]
    yield _page(Desk(_TWELVE, {}), _FIRST | {"cards": ["9H 9S"]}, taps)
    on_table = {"ask": ["lay_off"], "cards": ["4S 5S 6S"], "at": ["1"]}
    yield _page(Desk(_TWELVE, {}), on_table, ["rank 7", "rank 8"])
    for case, seed in zip(random_cases(seeds), seeds, strict=True):
        luck = Random(seed)
        desk = Desk(rules_of_case(case), {}, wild_moves=luck.random() < 0.5)
        yield _page(desk, _params(case, luck), ["", *_taps(luck, desk)])
    for case, seed in zip(random_hands(range(_HANDS)), range(_HANDS), strict=True):
        luck = Random(seed)
        desk = Desk(rules_of_case(case), {}, wild_moves=True, tells_go_down=luck.random() < 0.9)
        yield _page(desk, _params(case, luck), ["", *_taps(luck, desk)])


def _page(desk: Desk, params: dict[str, list[str]], taps: list[str]) -> dict[str, Any]:
    """The views after each tap."""
    asked, steps = read_asked(params, desk), []
    for tap in taps:
        asked = tapped(asked, tap, desk)
        assert params_of(read_asked(params_of(asked), desk)) == params_of(asked)
        steps.append({"tap": tap, "params": params_of(asked), "view": referee_view(asked, desk)})
    told = [step | {"view": asdict(step["view"])} for step in steps]
    return {"desk": asdict(desk), "params": params, "steps": told}


def _params(case: dict[str, Any], luck: Random) -> dict[str, list[str]]:
    """The case as an address."""
    groups = [meld["cards"] for meld in case.get("melds", ())]
    groups += [case["on"]["cards"], [case["card"]]] if "on" in case else []
    groups += [[]] if case["ask"] == "defend" else []  # a third meld of the knocker
    groups += [case["hand"]] if "hand" in case else []
    contract = case.get("contract")
    return {
        "ask": [case["ask"]],
        "contract": [str(contract) if isinstance(contract, int) else str(luck.randint(1, 7))],
        "cards": [" ".join(code.partition("=")[0] for code in group) for group in groups],
        "at": [str(luck.randint(0, 2))],
        "whose": [luck.choice(WHOSE)],
        "turn": [luck.choice(TURNS)],
        "discards": [str(luck.randint(0, 1))],
        "wild": [case.get("wild_rank", "")],
        "players": [str(case.get("players", ""))],
    }


def _taps(luck: Random, desk: Desk) -> list[str]:
    suits, bare = desk.rules["suits"], [c["code"] for c in desk.rules["cards"] if not c["suit"]]
    known = [
        f"suit {luck.choice(suits)}",
        f"rank {luck.choice(['5', '9', 'K'])}",
        f"bare {luck.choice(bare)}",
        f"slot {luck.randint(0, 3)}",
        "slot x",
        "back",
        "back",
        "clear",
        "shuffle",
    ]
    return [luck.choice(known) for _ in range(luck.randint(0, 4))]
