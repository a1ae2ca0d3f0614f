"""Doubts: contradictions to the rules are questioned, and nothing else."""

from dataclasses import dataclass, field, replace
from typing import Any, get_args

import pytest

from companion.rules.fold.entries import DoubtCode, Hand, RoundPlay
from companion.rules.judging.doubts import Doubt, find_doubts
from companion.rules.model.state import PlayedRound
from companion.sentences import DOUBTS, doubt_sentence
from tests.unit.catalogue.games import dealt, game
from tests.unit.table import ANN, BEN, CY, DEE, NAMES, Left, a_deal, a_round, rules

WHOLE = {"3-9": 13}


@dataclass(frozen=True)
class Case:
    """A round on one contract with some house rules, or `of` another game, and its doubts.

    By default nobody buys, so hands have one size.
    """

    play: RoundPlay
    doubts: tuple[Doubt, ...] = ()
    contract: int = 1
    players: int = 2
    house_rules: dict[str, Any] = field(default_factory=lambda: {"buys": False})
    only_who_goes_out: bool = False
    of: str | None = None
    most_points: int | None = None
    must_play: tuple[int, ...] = ()

    def found(self) -> tuple[Doubt, ...]:
        if self.of:
            ruleset = game(self.of)
            return find_doubts(PlayedRound(ruleset, dealt(ruleset, players=2), self.play))
        ruleset = replace(
            rules(**self.house_rules),
            only_who_goes_out_lays_down_last=self.only_who_goes_out,
            most_points=self.most_points,
        )
        deal = a_deal(self.players, self.contract, **self.house_rules)
        deal = replace(deal, must_play=self.must_play)
        return find_doubts(PlayedRound(ruleset, deal, self.play))


def size_doubt(
    cards: int, expected: int = 13, contract: int = 1, seat: int = BEN, **bought: int
) -> Doubt:
    numbers = {"cards": cards, "contract": contract, "expected": expected, **bought}
    return Doubt("wrong_hand_size_without_contract", seat, numbers)


def too_many_after(cards: int, most: int, contract: int = 1, **why: int) -> Doubt:
    numbers = {"cards": cards, "contract": contract, "most": most, **why}
    return Doubt("too_many_cards_after_contract", BEN, numbers)


def points_doubt(
    code: DoubtCode, points: int, cards: int, least: int, most: int, **why: int
) -> Doubt:
    figures = {"points": points, "cards": cards, "least": least, "most": most, **why}
    return Doubt(code, BEN, figures)


def deck_doubt(card: str, cards: int, most: int, decks: int = 2) -> Doubt:
    return Doubt("too_many_of_class", None, {"cards": cards, "most": most, "decks": decks}, card)


QUESTIONED = {
    "more natural canastas than melded cards make": Case(
        RoundPlay(
            went_out=ANN,
            hands={ANN: Hand(cards={}), BEN: Hand(points=20)},
            melded={ANN: Hand(cards={"K": 3, "natural": 3}), BEN: Hand(points=0)},
        ),
        (Doubt("too_many_bonuses", ANN, {"needs": 21, "cards": 3}),),
        of="canasta",
    ),
    "a total above what a hand can cost": Case(
        a_round(ANN, {BEN: 95}),
        (Doubt("points_above_cap", BEN, {"points": 95, "most": 80}),),
        most_points=80,
    ),
    "cards of a player who dropped": Case(
        replace(a_round(ANN, {BEN: {"A": 1}}), drops={BEN: "first"}),
        (Doubt("cards_after_drop", BEN),),
    ),
    "a drop of a player who had to play": Case(
        replace(a_round(ANN), drops={BEN: "middle"}),
        (Doubt("drop_not_allowed", BEN),),
        must_play=(BEN,),
    ),
    "a wrong declaration of a player who had to play, which is no choice": Case(
        replace(a_round(ANN), drops={BEN: "wrong"}), must_play=(BEN,)
    ),
    "nobody went out": Case(
        a_round(out=None, left={ANN: WHOLE, BEN: WHOLE}), (Doubt("nobody_out"),)
    ),
    "nobody went out, and one has no cards left": Case(
        a_round(out=None, left={ANN: {}, BEN: WHOLE}, down={ANN}),
        (Doubt("nobody_out"), Doubt("nobody_out", ANN)),
    ),
    "nobody went out, and two have nothing left": Case(
        a_round(out=None, left={ANN: {}, BEN: 0}),
        (Doubt("nobody_out"), Doubt("nobody_out", ANN), Doubt("nobody_out", BEN)),
    ),
    "a knock with more deadwood than is allowed": Case(
        a_round(out=ANN, left={ANN: {"10": 1, "A": 1}, BEN: 30}, ending="knock"),
        (Doubt("too_much_deadwood", ANN, {"points": 11, "most": 10}),),
        of="gin-rummy",
    ),
    "a knock without deadwood, which is gin": Case(
        a_round(out=ANN, left={ANN: {}, BEN: 30}, ending="knock"),
        (Doubt("knocked_without_deadwood", ANN, {"points": 30, "gin": 55}),),
        of="gin-rummy",
    ),
    "a rest that is too large to close with": Case(
        a_round(out=ANN, left={ANN: {"6": 1}, BEN: 30}, ending="knock"),
        (Doubt("too_much_deadwood", ANN, {"left": 6, "most": 5}),),
        of="chinchon",
    ),
    "a rest of two cards where one may be left over": Case(
        a_round(out=ANN, left={ANN: {"1": 1, "2": 1}, BEN: 30}, ending="knock"),
        (Doubt("too_much_deadwood", ANN, {"cards": 2, "most": 1}),),
        of="chinchon",
    ),
    "a rest of one card": Case(
        a_round(out=ANN, left={ANN: {"5": 1}, BEN: 30}, ending="knock"), (), of="chinchon"
    ),
    "a rest as a total, of any number of cards": Case(
        a_round(out=ANN, left={ANN: 3, BEN: 30}, ending="knock"), (), of="chinchon"
    ),
    "a rest of two cards where only the points are limited": Case(
        a_round(out=ANN, left={ANN: {"2": 2}, BEN: 30}, ending="knock"),
        (),
        of="gin-rummy",
    ),
    "a rest of nothing": Case(
        a_round(out=ANN, left={ANN: {}, BEN: 30}, ending="knock"),
        (Doubt("knocked_without_deadwood", ANN, {"points": 0, "all": -10}),),
        of="chinchon",
    ),
    "a knocker with more cards than were dealt": Case(
        a_round(out=ANN, left={ANN: {"A": 4, "2": 3, "3": 4}, BEN: 30}, ending="knock"),
        (
            Doubt("too_much_deadwood", ANN, {"points": 22, "most": 10}),
            Doubt("too_many_cards", ANN, {"cards": 11, "most": 10}),
        ),
        of="gin-rummy",
    ),
    "a buy where nobody buys": Case(
        a_round(out=ANN, left={BEN: WHOLE}, buys={BEN: 1}),
        (Doubt("buys_not_allowed", BEN, {"buys": 1, "most": 0}),),
    ),
    "a buy of the one who went out, where nobody buys": Case(
        a_round(out=ANN, left={BEN: WHOLE}, buys={ANN: 2}),
        (Doubt("buys_not_allowed", ANN, {"buys": 2, "most": 0}),),
    ),
    "a hand grown by a buy where nobody buys": Case(
        a_round(out=ANN, left={BEN: {"3-9": 15}}, buys={BEN: 1}),
        (Doubt("buys_not_allowed", BEN, {"buys": 1, "most": 0}), size_doubt(15)),
    ),
    "three buys where two are the most": Case(
        a_round(out=ANN, left={BEN: {"3-9": 19}}, buys={BEN: 3}),
        (Doubt("too_many_buys", BEN, {"buys": 3, "most": 2}),),
        house_rules={"buy_limit": 2},
    ),
    "a hand that shows three buys where two are the most": Case(
        a_round(out=ANN, left={BEN: {"3-9": 19}}),
        (size_doubt(19, each=2, held=17),),
        house_rules={"buy_limit": 2},
    ),
    "one card short, where anybody may buy as they like": Case(
        a_round(out=ANN, left={BEN: {"3-9": 12}}), (size_doubt(12, each=2),), house_rules={}
    ),
    "one card over, where anybody may buy as they like": Case(
        a_round(out=ANN, left={BEN: {"3-9": 14}}), (size_doubt(14, each=2),), house_rules={}
    ),
    "more buys than there are cards for: 108, of which 78 are dealt": Case(
        a_round(
            out=ANN,
            left={BEN: {"3-9": 45}} | dict.fromkeys(range(2, 6), 65),
            buys={BEN: 16},
        ),
        (Doubt("too_many_buys", BEN, {"buys": 16, "most": 15}),),
        players=6,
        house_rules={"decks_rounding": "down"},
    ),
    "a second player without cards": Case(
        a_round(out=ANN, left={BEN: {}}, down={BEN}), (Doubt("more_than_one_out", BEN),)
    ),
    "a second player with zero typed": Case(
        a_round(out=ANN, left={BEN: 0}), (Doubt("more_than_one_out", BEN),)
    ),
    "one card short of a whole hand": Case(a_round(out=ANN, left={BEN: {"3-9": 12}}),
        (size_doubt(12),)),
    "one card over a whole hand": Case(a_round(out=ANN, left={BEN: {"K": 7, "3-9": 7}}),
        (size_doubt(14),)),
    "a whole hand, but the player bought once": Case(
        a_round(out=ANN, left={BEN: WHOLE}, buys={BEN: 1}),
        (size_doubt(13, expected=15),),
        house_rules={"buys": True},
    ),
    "a whole hand though down": Case(
        a_round(out=ANN, left={BEN: WHOLE}, down={BEN}), (too_many_after(13, 7),)
    ),
    "one card more than contract 1 leaves": Case(
        a_round(out=ANN, left={BEN: {"3-9": 8}}, down={BEN}), (too_many_after(8, 7),)
    ),
    "one card more than contract 12 leaves": Case(
        a_round(out=ANN, left={BEN: {"3-9": 4}}, down={BEN}),
        (too_many_after(4, 3, contract=12),),
        contract=12,
    ),
    "one card more than contract 1 leaves after a buy": Case(
        a_round(out=ANN, left={BEN: {"3-9": 10}}, down={BEN}, buys={BEN: 1}),
        (too_many_after(10, 9),),
        house_rules={"buys": True},
    ),
    "nine kings in two decks": Case(
        a_round(out=ANN, left={BEN: {"K": 9, "3-9": 4}}), (deck_doubt("K", 9, 8),)
    ),
    "nine aces over two hands": Case(
        a_round(out=ANN, left={BEN: {"A": 5, "K": 8}, CY: {"A": 4, "3-9": 9}}),
        (deck_doubt("A", 9, 8),),
        players=3,
    ),
    "five jokers": Case(
        a_round(out=ANN, left={BEN: {"Joker": 5, "3-9": 8}}), (deck_doubt("Joker", 5, 4),)
    ),
    "thirteen wild cards, counted by the key": Case(
        a_round(out=ANN, left={BEN: {"Joker/2": 13}}), (deck_doubt("Joker/2", 13, 12),)
    ),
    "thirteen wild cards, some by rank and some by key": Case(
        a_round(out=ANN, left={BEN: {"Joker": 3, "2": 5, "Joker/2": 5}}),
        (deck_doubt("Joker/2", 13, 12),),
    ),
    "seven jokers in three decks": Case(
        a_round(out=ANN, left={BEN: {"Joker": 7, "3-9": 6}} | dict.fromkeys(range(2, 6), WHOLE)),
        (deck_doubt("Joker", 7, 6, decks=3),),
        players=6,
    ),
    "one card more on the table than there are": Case(
        a_round(out=ANN, left={BEN: {"10-K": 32, "3-9": 18}, CY: {"3-9": 36, "Joker/2": 12}}),
        (
            size_doubt(50, contract=12),
            size_doubt(48, contract=12, seat=CY),
            Doubt("too_many_cards", None, {"cards": 109, "most": 108}),
        ),
        contract=12,
        players=3,
    ),
    "somebody else down in a last round that only one can lay down": Case(
        a_round(out=ANN, left={BEN: {"3-9": 3}}, down={BEN}),
        (Doubt("final_round_only_one_down", BEN),),
        contract=12,
        only_who_goes_out=True,
    ),
    "a total below thirteen of the cheapest": Case(
        a_round(out=ANN, left={BEN: 60}),
        (points_doubt("points_below_minimum", 60, 13, 65, 620),),
    ),
    "a total above every wild card and an ace": Case(
        a_round(out=ANN, left={BEN: 625}),
        (points_doubt("points_above_maximum", 625, 13, 65, 620, held=13),),
    ),
    "a total above what contract 1 leaves": Case(
        a_round(out=ANN, left={BEN: 355}, down={BEN}),
        (points_doubt("points_above_maximum", 355, 1, 5, 350, held=7, contract=1),),
    ),
    "a total below one card": Case(
        a_round(out=ANN, left={BEN: 3}, down={BEN}),
        (points_doubt("points_below_minimum", 3, 1, 5, 350),),
    ),
    "a total that is no multiple of five": Case(
        a_round(out=ANN, left={BEN: 67}),
        (points_doubt("points_not_reachable", 67, 13, 65, 620),),
    ),
    "a total that three cards cannot make": Case(
        a_round(out=ANN, left={BEN: 145}, down={BEN}),
        (points_doubt("points_not_reachable", 145, 1, 5, 150),),
        contract=12,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", QUESTIONED.values(), ids=QUESTIONED)
def test_contradictions_are_doubts_with_figures(case: Case) -> None:
    assert case.found() == case.doubts


FINE = {
    "a knock with ten, and a defender who laid everything off": Case(
        a_round(out=ANN, left={ANN: {"K": 1}, BEN: {}}, ending="knock"), of="gin-rummy"
    ),
    "gin where the other has no deadwood either": Case(
        a_round(out=ANN, left={BEN: 0}, ending="gin"), of="gin-rummy"
    ),
    "a void round of gin, whatever is counted": Case(
        a_round(out=None, left={ANN: {}, BEN: 99}), of="gin-rummy"
    ),
    "nobody went out where the round is void then": Case(
        a_round(out=None), house_rules={"blocked_round": "void"}
    ),
    "a whole hand": Case(a_round(out=ANN, left={BEN: WHOLE})),
    "the cheapest whole hand as a total": Case(a_round(out=ANN, left={BEN: 65})),
    "the dearest whole hand as a total": Case(a_round(out=ANN, left={BEN: 620})),
    "all that contract 1 can leave": Case(a_round(out=ANN, left={BEN: {"Joker/2": 7}}, down={BEN})),
    "all that contract 1 can leave, as a total": Case(
        a_round(out=ANN, left={BEN: 350}, down={BEN})
    ),
    "one card left": Case(a_round(out=ANN, left={BEN: {"K": 1}}, down={BEN}), contract=12),
    "everybody down": Case(
        a_round(out=CY, left=dict.fromkeys((ANN, BEN, DEE), 15), down={ANN, BEN, DEE}),
        players=4,
        contract=12,
    ),
    "as many buys as the limit allows": Case(
        a_round(out=ANN, left={BEN: {"3-9": 17}}, buys={BEN: 2, ANN: 2}),
        house_rules={"buy_limit": 2},
    ),
    "no buys said where nobody buys": Case(a_round(out=ANN, left={BEN: WHOLE}, buys={BEN: 0})),
    "a hand that shows five buys where there is no limit": Case(
        a_round(out=ANN, left={BEN: {"3-9": 15, "10-K": 8}}), house_rules={}
    ),
    "a hand grown by a buy that was told": Case(
        a_round(out=ANN, left={BEN: {"3-9": 15}}, buys={BEN: 1}), house_rules={"buys": True}
    ),
    "a hand grown by buys nobody told": Case(
        a_round(out=ANN, left={BEN: {"3-9": 19}}), house_rules={"buys": True}
    ),
    "eight kings in two decks": Case(
        a_round(out=ANN, left={BEN: {"K": 8, "3-9": 5}}),
    ),
    "every wild card there is": Case(a_round(out=ANN, left={BEN: {"Joker/2": 12, "A": 1}})),
    "nine aces in three decks": Case(
        a_round(
            out=ANN,
            left={BEN: {"A": 9, "3-9": 4}} | {seat: {"10-K": 13} for seat in (CY, DEE)},
        ),
        players=6,
    ),
    "several down in an ordinary last round": Case(
        a_round(out=ANN, left={BEN: {"3-9": 3}}, down={BEN}), contract=12
    ),
    "only who went out is down in a last round of that kind": Case(
        a_round(out=ANN, left={BEN: WHOLE}), contract=12, only_who_goes_out=True
    ),
    "several down before a last round of that kind": Case(
        a_round(out=ANN, left={BEN: {"3-9": 3}}, down={BEN}), contract=11, only_who_goes_out=True
    ),
    "a hand that is not counted yet": Case(a_round(out=ANN)),
    "a rest that is small enough, and a hand all laid off": Case(
        a_round(out=ANN, left={ANN: {"5": 1}, BEN: {}}, ending="knock"), of="chinchon"
    ),
    "any number of cards where not having opened has a price": Case(
        a_round(out=ANN, left={BEN: {"K": 5}}), of="rami-51"
    ),
    "a total that no cards make where not having opened has a price": Case(
        a_round(out=ANN, left={BEN: 1}), of="rami-51"
    ),
    "a way to close that wins the game, whatever anybody holds": Case(
        a_round(out=ANN, left={BEN: 500}, ending="big_gin"), of="chinchon"
    ),
}


@pytest.mark.parametrize(
    ("turned_up", "most"), [("K", 10), ("J", 10), ("10", 10), ("7", 7), ("A", 1), (None, 10)]
)
def test_a_knock_above_the_card_that_was_turned_up_is_doubted(
    turned_up: str | None, most: int
) -> None:
    ruleset = game("gin-rummy", knock_at="upcard")

    def found(points: int) -> tuple[Doubt, ...]:
        knock = a_round(out=ANN, left={ANN: points, BEN: 30}, ending="knock")
        play = replace(knock, turned_up=turned_up)
        return find_doubts(dealt(ruleset, players=2).played(ruleset, play))

    doubt = Doubt("too_much_deadwood", ANN, {"points": most + 1, "most": most})
    assert (found(most), found(most + 1)) == ((), (doubt,))


def test_the_card_turned_up_limits_no_gin_and_no_game_by_other_rules() -> None:
    for play, rules_of in (
        (a_round(out=ANN, left={BEN: 30}, ending="gin"), {"knock_at": "upcard"}),
        (a_round(out=ANN, left={ANN: 9, BEN: 30}, ending="knock"), {}),
    ):
        ruleset = game("gin-rummy", **rules_of)
        named = replace(play, turned_up="A")
        assert find_doubts(dealt(ruleset, players=2).played(ruleset, named)) == ()


@pytest.mark.parametrize("case", FINE.values(), ids=FINE)
def test_allowed_rounds_have_no_doubts(case: Case) -> None:
    assert case.found() == ()


@pytest.mark.parametrize(
    ("out", "left"),
    [
        (ANN, {BEN: {"10-K": 32, "3-9": 18}, CY: {"3-9": 35, "Joker/2": 12}}),
        (None, {ANN: {"10-K": 32, "A": 8, "Joker/2": 12}, CY: {"3-9": 56}}),  # and no discard
    ],
)
def test_all_cards_in_play_may_be_counted(out: int | None, left: dict[int, Left]) -> None:
    found = Case(a_round(out, left), contract=12, players=3).found()
    assert "too_many_cards" not in {doubt.code for doubt in found}


@pytest.mark.parametrize(
    ("play", "codes"),
    [
        (a_round(out=ANN, left={BEN: 3}), []),
        (a_round(out=None), ["nobody_out"]),
    ],
)
def test_in_a_play_off_only_going_out_matters(play: RoundPlay, codes: list[str]) -> None:
    deal = replace(a_deal(contract=12), playoff=True)
    assert [doubt.code for doubt in find_doubts(PlayedRound(rules(), deal, play))] == codes


def test_every_doubt_has_a_case_and_a_sentence() -> None:
    codes = set(get_args(DoubtCode))
    assert {doubt.code for case in QUESTIONED.values() for doubt in case.doubts} == codes
    assert set(DOUBTS) == codes


@pytest.mark.parametrize("case", QUESTIONED.values(), ids=QUESTIONED)
def test_a_doubt_brings_the_figures_its_sentence_needs(case: Case) -> None:
    for doubt in case.doubts:
        named = {} if doubt.seat is None else {"name": NAMES[doubt.seat]}
        values = {**named, "card": doubt.card, **doubt.numbers}
        for answered in (False, True):
            sentence = doubt_sentence(doubt.code, values, answered=answered).english(values)
            assert named.get("name", "") in sentence
            assert "%" not in sentence


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        (1, "Ben is not down and should hold 13 cards, but 1 is counted."),
        (12, "Ben is not down and should hold 13 cards, but 12 are counted."),
    ],
)
def test_a_sentence_follows_its_number(cards: int, sentence: str) -> None:
    values = {"name": "Ben", "expected": 13, "cards": cards}
    assert DOUBTS["wrong_hand_size_without_contract"].english(values) == sentence


BEN_AND = {"name": "Ben"}
TOLD = [
    (
        ("nobody_out", {}),
        "Is it right that nobody went out in this round?",
    ),
    (
        ("nobody_out", BEN_AND),
        "Ben has no cards left, but nobody is marked as out. Did Ben go out?",
    ),
    (
        ("wrong_hand_size_without_contract", {"expected": 13, "cards": 12, "each": 2}),
        "Ben is not down and should hold 13 cards, and 2 more for each buy, but 12 are counted.",
    ),
    (
        ("wrong_hand_size_without_contract", {"expected": 13, "cards": 19, "each": 2, "held": 17}),
        (
            "Ben is not down and should hold 13 cards, 2 more for each buy and 17 at most, "
            "but 19 are counted."
        ),
    ),
    (
        ("too_many_cards_after_contract", {"contract": 7, "cards": 1, "most": 0, "takes": 12}),
        "Contract 7 takes 12 cards and leaves none, but 1 is counted for Ben.",
    ),
    (
        ("points_above_maximum", {"points": 155, "held": 3, "most": 150, "contract": 12}),
        (
            "Ben is down on contract 12 and can hold 3 cards at most, worth up to 150 points, "
            "but the total is 155."
        ),
    ),
    (
        ("points_above_maximum", {"points": 5, "held": 0, "most": 0, "contract": 7, "takes": 12}),
        "Ben is down on contract 7, which takes 12 cards and leaves none, but the total is 5.",
    ),
    (
        ("points_above_maximum", {"points": 625, "held": 13, "most": 620}),
        (
            "Ben is not down and holds 13 cards at most, worth up to 620 points, "
            "but the total is 625."
        ),
    ),
    (
        ("points_above_maximum", {"points": 999, "held": 3, "most": 150, "dealt": 3}),
        (
            "Ben can hold 3 cards at most in this round, worth up to 150 points, "
            "but the total is 999."
        ),
    ),
    (
        ("too_many_cards_after_contract", {"contract": 1, "cards": 8, "most": 7}),
        "After contract 1 at most 7 cards are left, but 8 are counted for Ben.",
    ),
    (("more_than_one_out", {}), "Ben has no cards left but did not go out. Is that right?"),
    (
        ("too_many_of_class", {"card": "A", "cards": 9, "most": 8, "decks": 2}),
        "A: 9 counted, but 2 decks have only 8.",
    ),
    (
        ("points_not_reachable", {"points": 7}),
        "No cards add up to 7 points. Is Ben’s total right?",
    ),
    (
        ("points_below_minimum", {"points": 60, "cards": 13, "least": 65}),
        "Ben holds at least 13 cards, worth 65 or more, but the total is 60.",
    ),
    (
        ("too_many_cards", {"cards": 20, "most": 3}),
        "Ben can hold 3 cards at most in this round, but 20 are counted.",
    ),
    (
        ("buys_not_allowed", {"buys": 2, "most": 0}),
        "2 buys are entered for Ben, but this game has no buying.",
    ),
    (
        ("too_many_buys", {"buys": 3, "most": 2}),
        "A player may buy 2 times in this round, but 3 buys are entered for Ben.",
    ),
]


@pytest.mark.parametrize(("told", "sentence"), TOLD, ids=[told[0] for told, _ in TOLD])
def test_a_doubt_says_why(told: tuple[str, dict[str, Any]], sentence: str) -> None:
    code, figures = told
    values = figures if code == "nobody_out" else BEN_AND | figures
    assert doubt_sentence(code, values).english(values) == sentence
