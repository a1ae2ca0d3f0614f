"""The referee agrees with a brute-force one, and shows only legal melds."""

from random import Random
from typing import Any

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from companion.rules.cases import rules_of_case
from companion.rules.reading.catalogue import catalogue
from companion.rules.referee.judge import judge
from companion.web.pages.referee.answer import Desk, read_asked
from companion.web.pages.referee.view import RefereeView, referee_view
from tests.property import brute_judge
from tests.soak import examples

LOW = ["A", "2", "3", "4", "5", "6"]
CARDS = [f"{rank}{suit}" for rank in LOW for suit in "SH"]
LAWS = st.fixed_dictionaries(
    {
        "wild": st.sampled_from([["Joker"], ["Joker", "2"], ["Joker", "4"]]),
        "ace": st.sampled_from(["low", "high", "high_or_low", "wraps"]),
        "run_one_suit": st.booleans(),
        "set_suits": st.sampled_from(["none", "none", 1, 2, 3]),
        "set_repeats_suit": st.booleans(),
        "natural_wild_in_run": st.booleans(),
        "natural_wild_in_set": st.booleans(),
        "wilds_touch_in_set": st.booleans(),
        "wilds_touch_in_run": st.booleans(),
        "most_wilds": st.sampled_from(["none", {"any": 1}, {"any": 2}]),
        "wilds_at_most": st.sampled_from(["none", "naturals"]),
        "least_naturals": st.integers(0, 2),
        "all_wild": st.booleans(),
        "no_meld": st.sampled_from([[], [], ["3S"], ["5S", "5H"]]),
        "same_suit_runs": st.sampled_from(["free", "gap", "different"]),
        "same_suit_runs_overlap": st.booleans(),
        "gap_at_least": st.integers(1, 2),
    }
).map(lambda law: law | ({"wild": ["Joker"]} if law["set_suits"] != "none" else {}))
"""No game limits the suits of sets that have wild ranks."""
SETTLED = {
    **dict.fromkeys(("set_least", "run_least"), 2),
    "sets_same_rank": True,
    "set_exact": True,
    "run_exact": True,
    "lay_off": "never",
    "last_contract_complete": False,
}


def rules_by(law: dict[str, Any]) -> dict[str, Any]:
    return rules_of_case({"game": "own", "melding": SETTLED | law})


def some_cards(least: int, most: int) -> st.SearchStrategy[list[str]]:
    deck = [*CARDS, *CARDS, "*", "*", "*"]
    return st.lists(
        st.sampled_from(range(len(deck))), min_size=least, max_size=most, unique=True
    ).map(lambda places: [deck[place] for place in places])


@settings(max_examples=examples(30, 60), deadline=None)
@given(LAWS, some_cards(2, 5), st.sampled_from(["set", "run"]))
def test_a_meld_is_legal_where_some_order_of_it_is(
    law: dict[str, Any], cards: list[str], kind: str
) -> None:
    answer = judge(rules_by(law), {"ask": "meld", "melds": [{"kind": kind, "cards": cards}]})
    size = len(cards)
    runs = brute_judge.runs(cards, size, law)
    legal = brute_judge.set_is_legal(cards, size, law) if kind == "set" else any(True for _ in runs)
    assert answer["verdict"] == ("legal" if legal else "not_legal")
    assert all(_helps(card, cards, kind, law) for card in answer.get("would_do", ()))


def _helps(card: str, cards: list[str], kind: str, law: dict[str, Any]) -> bool:
    """Whether the meld is legal with this card added, or replacing another one."""
    others = [[*cards[:n], *cards[n + 1 :]] for n in range(len(cards))]
    melds = ({"kind": kind, "cards": [*kept, card]} for kept in [cards, *others])
    answers = (judge(rules_by(law), {"ask": "meld", "melds": [meld]}) for meld in melds)
    return any(answer["verdict"] == "legal" for answer in answers)


@settings(max_examples=examples(12, 20), deadline=None)
@given(
    LAWS,
    some_cards(5, 7),
    st.sampled_from(
        ["S3 R3", "R3 R3", "S3 S3", "S2 R2", "R2 R3", "R4 S2", "C3 S2", "R3 C3", "C3 C2"]
    ),
)
def test_a_hand_can_lay_down_where_some_of_its_cards_can(
    law: dict[str, Any], hand: list[str], contract: str
) -> None:
    rules = rules_by(law)
    answer = judge(rules, {"ask": "go_down", "contract": contract, "hand": hand})
    price = {card: _price(card, rules) for card in hand}
    left = brute_judge.fewest_left(hand, contract.split(), law, price)
    assert answer["verdict"] == ("not_legal" if left is None else "legal")
    if left is not None:
        assert answer["left"] == left
        _is_shown_legally(rules, contract, answer["melds"])


def _price(card: str, rules: dict[str, Any]) -> int:
    return next(row["points"] for row in rules["cards"] if row["code"] == card)


def _is_shown_legally(rules: dict[str, Any], contract: str, melds: list[list[str]]) -> None:
    kinds = {"S": "set", "R": "run", "C": "colour"}
    shown = [
        {"kind": kinds[word[0]], "cards": cards, "in_order": word[0] == "R"}
        for word, cards in zip(contract.split(), melds, strict=True)
    ]
    again = judge(rules, {"ask": "contract", "contract": contract, "melds": shown})
    assert again["verdict"] == "legal"


GAMES = [*catalogue(), "own"]


@settings(max_examples=examples(20, 40), deadline=None)
@example(game="russian-rummy", seed=227, wild=False)  # typed last, the ace is inside the run
@example(game="cacheta", seed=358, wild=False)  # below 2S 3S 4S the joker would be a silent ace
@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.booleans())
def test_whoever_follows_a_remedy_has_a_legal_meld(game: str, seed: int, wild: bool) -> None:  # noqa: FBT001
    """Literally: the card lies where the replaced one lay, or after the last; at most reordered."""
    luck = Random(seed)
    rules = rules_of_case({"game": game})
    meld = _almost_a_meld(rules, luck, wild=wild)
    asked = {"ask": "meld", "players": 4}
    found = judge(rules, asked | {"melds": [meld]})
    assume(not found.get("error", "").startswith("more of "))  # than the decks hold
    assert "error" not in found
    remedies = found.get("remedies", [])
    for remedy in luck.sample(remedies, min(4, len(remedies))):
        there = {"kind": meld["kind"], "cards": remedy["meld"], "in_order": True}
        assert judge(rules, asked | {"melds": [there]})["verdict"] == "legal"
        cards = meld["cards"]
        if remedy["replaces"] is None:
            melds = [[*cards, remedy["card"]]]
        else:
            places = [n for n, code in enumerate(cards) if code == remedy["replaces"]]
            melds = [[*cards[:n], remedy["card"], *cards[n + 1 :]] for n in places]
        desk = Desk(rules, {})
        views = [
            referee_view(read_asked({"cards": [" ".join(laid)], "players": ["4"]}, desk), desk)
            for laid in melds
        ]
        assert any(_is_legal_in_some_order(view) for view in views)


def _is_legal_in_some_order(view: RefereeView) -> bool:
    return view.word == "legal" or any(group.caption == "reordered" for group in view.groups)


def _almost_a_meld(rules: dict[str, Any], luck: Random, *, wild: bool) -> dict[str, Any]:
    """A run round the corner, with a gap or of two suits, or a set with a stranger."""
    ranks = list(dict.fromkeys(card["rank"] for card in rules["cards"] if card["suit"]))
    suits, start, size = rules["suits"], luck.randrange(len(ranks)), luck.randint(3, 8)
    run = [ranks[(start + n) % len(ranks)] + suits[0] for n in range(size)]
    set_ = [ranks[start] + suits[n % len(suits)] for n in range(size)]
    cards = luck.choice([run, run, set_])
    if luck.random() < 0.7:
        cards[luck.randrange(size)] = luck.choice(ranks) + luck.choice(suits)
    if wild:
        codes = [card["code"] for card in rules["cards"] if card["wild"]]
        cards[luck.randrange(size)] = luck.choice(codes)
    return {"kind": "any", "cards": cards, "in_order": True}
