"""Every house rule of every game: a case in which it changes the result, and one in which not."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.rules.cases import answer
from companion.rules.fold.entries import PlayerJoined, RoundPlay
from companion.rules.model.cards import UnknownCard
from companion.rules.model.house_rules import UnknownOption
from companion.rules.model.play import Drops, Ending
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import RulesetError
from companion.web.pages.rules_card import without_explanation
from tests.kinds import one_of_each_kind
from tests.unit.catalogue.games import cost, dealt, doubts, game, played
from tests.unit.table import ANN, BEN, CY, a_round

Look = Callable[..., object]


@dataclass(frozen=True)
class Probe:
    """A result that the house rule `changes`, and one that `stays`, with the rules `given`."""

    changes: Look
    stays: Look
    given: tuple[tuple[str, Any], ...] = ()


def price(card: str, number: int = 1) -> Look:
    """The points of a card in round `number`; None in a game without it."""

    def look(key: str, **rules: Any) -> object:
        try:
            return cost(key, {card: 1}, number, **rules)
        except UnknownCard:
            return None

    return look


def jokers(key: str, **rules: Any) -> object:
    return [game(key, **rules).decks_for(players).jokers for players in range(2, 9)]


def decks(*players: int) -> Look:
    return lambda key, **rules: [game(key, **rules).decks_for(p).decks for p in players]


def cards_dealt(*numbers: int, players: int = 3) -> Look:
    return lambda key, **rules: [game(key, **rules).dealt(n, players) for n in numbers]


def contracts(start: int, end: int) -> Look:
    return lambda key, **rules: [c.notation for c in game(key, **rules).contracts[start:end]]


def grown(by: int) -> Look:
    """Whether a hand without the contract, with so many cards more than dealt, is doubted."""

    def look(key: str, **rules: Any) -> object:
        held = game(key, **rules).dealt(1, 3) + by
        hand = {r: max(0, min(8, held - 8 * n)) for n, r in enumerate(("8", "7", "6", "5"))}
        return doubts(key, a_round(ANN, {BEN: hand, CY: 90}, buys={CY: 0}), **rules)

    return look


def second_down(last: bool) -> Look:  # noqa: FBT001
    """Whether a second player who is down is doubted, in the last round or the first."""

    def look(key: str, **rules: Any) -> object:
        number = len(game(key, **rules).contracts) if last else 1
        play = a_round(ANN, {BEN: {"8": 1}, CY: 80}, down={BEN})
        return "final_round_only_one_down" in doubts(key, play, number, **rules)

    return look


def melds_score(key: str) -> bool:
    return game(key).scoring.melds_score


def blank(key: str) -> dict[int, int] | None:
    """In a game that scores melds, nobody melded."""
    return {ANN: 0, BEN: 0, CY: 0} if melds_score(key) else None


def blocked(out: int | None) -> Look:
    def look(key: str, **rules: Any) -> object:
        play = a_round(out, {ANN: 0, BEN: 30, CY: 40}, melded=blank(key))
        if out is not None:
            play = a_round(out, {BEN: 30, CY: 40}, melded=blank(key))
        return played(key, play, **rules).totals

    return look


def newcomer(rounds: int) -> Look:
    """The start of Dee, who joins after so many rounds."""

    def look(key: str, **rules: Any) -> object:
        left = {ANN: 0, BEN: 10, CY: 20} if game(key, **rules).partners else {BEN: 10, CY: 20}
        one = a_round(ANN, left, down={BEN, CY}, melded=blank(key))
        state = played(key, *[one] * rounds, PlayerJoined("Dee"), **rules)
        return state.next_contracts[-1], state.totals[-1]

    return look


def finish(left: int) -> Look:
    """Ann and Ben finish together; Ben goes out last, with these points left to Ann."""

    def look(key: str, **rules: Any) -> object:
        before = len(game(key, **rules).contracts) - 1
        one = a_round(ANN, {BEN: 5, CY: 150}, down={BEN})
        state = played(
            key, *[one] * before, a_round(BEN, {ANN: left, CY: 150}, down={ANN}), **rules
        )
        return state.outcome.code, state.outcome.winners

    return look


def tied(key: str, **rules: Any) -> object:
    return finish(5 * (len(game(key).contracts) - 1))(key, **rules)


def finished_at_a_price(price_of_it: int) -> Look:
    """Ann finishes alone with so many points per round; Ben and Cy finish nothing, Ben is cheap."""

    def look(key: str, **rules: Any) -> object:
        rounds = len(game(key, **rules).contracts)
        play = a_round(None, {ANN: price_of_it, BEN: 20, CY: 60}, down={ANN})
        return played(key, *[play] * rounds, **rules).outcome.winners

    return look


def points(play: RoundPlay) -> Look:
    return lambda key, **rules: played(key, play, **rules).totals


def over_at(total: int) -> Look:
    """Whether a total ends the game."""

    def look(key: str, **rules: Any) -> object:
        melded = {ANN: total, BEN: 0, CY: 0} if melds_score(key) else None
        left = {ANN: 0, BEN: 0, CY: 0} if melded else {BEN: total, CY: 0}
        play = a_round(ANN, left, melded=melded)
        return played(key, play, **rules).outcome.over

    return look


def knock(own: int, other: int, ending: Ending = "knock", times: int = 1) -> Look:
    """The totals, and what is settled, after Ann knocks so often with this deadwood."""

    def look(key: str, **rules: Any) -> object:
        left = {BEN: other} | ({ANN: own} if ending == "knock" else {})
        one = a_round(ANN, left, ending=ending)
        state = played(key, *[one] * times, players=2, **rules)
        return state.totals, state.settlement and state.settlement.totals

    return look


def told(key: str, **rules: Any) -> object:
    """The paragraphs about laying down."""
    return game(key, **rules).how_to_play["laying_down"]


def deadwood(hand: str) -> Look:
    """The points of a hand by the referee."""

    def look(key: str, **rules: Any) -> object:
        case = {"game": key, "house_rules": rules, "ask": "deadwood", "hand": hand.split()}
        return answer(case)["left"]

    return look


def next_dealt(total: int) -> Look:
    """Who is dealt in after Ben, who has opened, has this total; or the end of the game."""

    def look(key: str, **rules: Any) -> object:
        state = played(key, a_round(ANN, {BEN: total, CY: 0}, down={BEN, CY}), **rules)
        return state.open.deal.players if state.open else state.outcome.code

    return look


def least_opening(key: str, **rules: Any) -> object:
    """The least points of the first melds."""
    return game(key, **rules).opening.least(1, 0)


def closed(ending: Ending) -> Look:
    """The totals after Ann ended a round like this."""
    return points(a_round(ANN, {BEN: 20, CY: 30}, ending=ending))


def too_much(rest: int) -> Look:
    """Whether closing with so many points left over is doubted."""
    play = a_round(ANN, {ANN: rest, BEN: 20, CY: 30}, ending="knock")
    return lambda key, **rules: "too_much_deadwood" in doubts(key, play, **rules)


def is_out(*totals: int) -> Look:
    """Whether a player with each of these totals is out."""
    return lambda key, **rules: [game(key, **rules).end.is_out(total) for total in totals]


def returns(key: str, **rules: Any) -> object:
    """With what total players come back, and how often."""
    end = game(key, **rules).end
    return end.rejoin, end.rejoins


def sides(key: str, **rules: Any) -> object:
    """Whether the side that went out may hold cards, and is then asked for both parts."""
    return doubts(key, a_round(ANN, {ANN: 5, BEN: 0, CY: 30}, melded=MELDED), **rules)


def bonuses(key: str, **rules: Any) -> object:
    """What is counted beside the cards: the part, and the points of one."""
    return [(b.key, b.counts, b.worth(1)) for b in game(key, **rules).bonuses]


def end_and_deal(key: str, **rules: Any) -> object:
    """How the game ends, and after how many rounds."""
    ruleset = game(key, **rules)
    return ruleset.end.when, ruleset.end.limit, ruleset.rounds


MELDED = {ANN: 100, BEN: 80, CY: 60}
RUMMY = a_round(ANN, {BEN: 20, CY: 30}, went_rummy=True)
NO_RUMMY = a_round(ANN, {BEN: 20, CY: 30})
IN_HAND = a_round(ANN, {BEN: 20, CY: 30}, down={BEN, CY}, went_rummy=True)
WHOLE_HAND = {"K": 2, "Q": 2, "J": 2, "10": 2, "9": 2, "8": 2, "7": 1}
NOT_OPEN = a_round(ANN, {BEN: WHOLE_HAND, CY: 30}, down={CY})
ALL_OPEN = a_round(ANN, {BEN: 20, CY: 30}, down={BEN, CY})
DROPPED = replace(a_round(ANN, {BEN: 20}), drops={CY: "first"})
WRONG = replace(a_round(ANN, {BEN: 20}), drops={CY: "wrong"})


def typed(total: int) -> Look:
    """The totals where these points are typed for everybody."""
    return points(a_round(None, {ANN: total, BEN: total, CY: total}))


def ends(key: str, **rules: Any) -> object:
    """How the game ends, and what its winner brings."""
    return game(key, **rules).end, points(NO_RUMMY)(key, **rules)


OUT_AT = Probe(
    lambda key, **r: [next_dealt(n)(key, **r) for n in (101, 151, 201, 301, 501)],
    lambda key, **r: [next_dealt(n)(key, **r) for n in (100, 501)],
)

# By house rule, or by game and house rule if a game needs another case.
PROBES = {
    "ten_value": Probe(price("10"), price("K")),
    "two_value": Probe(price("2"), price("Joker")),
    "joker_value": Probe(price("Joker"), price("A")),
    "ace_value": Probe(price("A"), price("K")),
    "wild_value": Probe(price("5", 3), price("5", 4)),
    "numbers": Probe(price("9"), price("K")),
    "deuces_wild": Probe(price("2"), price("3")),
    "deuce_value": Probe(price("2"), price("3"), (("deuces_wild", True), ("joker_value", 15))),
    "jokers": Probe(jokers, decks(2, 4)),
    "decks_rounding": Probe(decks(6, 8), decks(2, 5, 7, 9)),
    "deal": Probe(cards_dealt(4), cards_dealt(1, 2, 3)),
    "rummy-500 deal": Probe(cards_dealt(1, players=2), cards_dealt(1, players=3)),
    "rounds": Probe(lambda key, **r: len(game(key, **r).contracts), contracts(0, 4)),
    "liverpool-rummy rounds": Probe(
        lambda key, **r: (game(key, **r).rounds, game(key, **r).dealt(7, 3)), contracts(0, 6)
    ),
    "extra_rounds": Probe(contracts(8, 11), contracts(0, 8)),
    "buys": Probe(grown(2), grown(1)),
    "buy_limit": Probe(
        lambda key, **r: [grown(2 * n)(key, **r) for n in (2, 3, 4, 5)], grown(2), (("buys", True),)
    ),
    "last_round": Probe(second_down(last=True), second_down(last=False)),
    "final_tiebreak": Probe(tied, finish(0)),
    "tie_points": Probe(finish(200), finish(0), (("winner_rule", "first_to_finish"),)),
    "phase-10 tie_points": Probe(finish(200), finish(0)),
    "winner_rule": Probe(finished_at_a_price(30), finished_at_a_price(10)),
    "blocked_round": Probe(blocked(None), blocked(ANN)),
    "late_join": Probe(newcomer(2), newcomer(0)),
    "scoring": Probe(points(NO_RUMMY), price("A")),
    "rummy_doubles": Probe(points(RUMMY), points(NO_RUMMY), (("scoring", "winner_collects"),)),
    "limit": Probe(
        lambda key, **r: [over_at(n)(key, **r) for n in (50, 100, 150)],
        lambda key, **r: [over_at(n)(key, **r) for n in (49, 200)],
    ),
    "scala-40 limit": OUT_AT,
    "kalookie limit": OUT_AT,
    "rami-71 limit": Probe(
        lambda key, **r: [next_dealt(n)(key, **r) for n in (501, 701, 1001)],
        lambda key, **r: [next_dealt(n)(key, **r) for n in (500, 1001)],
    ),
    "end": Probe(
        lambda key, **r: [next_dealt(n)(key, **r) for n in (101, 500, 1000)], next_dealt(100)
    ),
    "never_opened": Probe(points(NOT_OPEN), points(ALL_OPEN)),
    "in_hand": Probe(points(IN_HAND), price("A")),
    "opening": Probe(least_opening, points(ALL_OPEN)),
    "hand rounds": Probe(lambda key, **r: game(key, **r).rounds, cards_dealt(1, 5)),
    "gin-rummy target": Probe(knock(0, 110, times=2), knock(0, 20)),
    "knock_at": Probe(told, knock(5, 20)),
    "gin_bonus": Probe(knock(0, 20, "gin"), knock(5, 20)),
    "big_gin": Probe(knock(0, 20, "big_gin"), knock(0, 20, "gin")),
    "undercut_bonus": Probe(knock(9, 5), knock(5, 9)),
    "equal_deadwood": Probe(knock(5, 5), knock(5, 4)),
    "games": Probe(knock(0, 60, times=2), knock(0, 20)),
    "game_bonus": Probe(knock(0, 110), knock(0, 20)),
    "boxes": Probe(knock(0, 60, times=2), knock(0, 20)),
    "shutout": Probe(knock(0, 110), knock(0, 20)),
    "phases": Probe(contracts(0, 10), price("Skip")),
    "low_ace": Probe(bonuses, price("A")),
    "ends": Probe(lambda key, **r: game(key, **r).end.when, typed(-5)),
    "wins": Probe(lambda key, **r: game(key, **r).end.winner, typed(-5)),
    "just-points limit": Probe(
        lambda key, **r: game(key, **r).end.limit, typed(-5), (("ends", "limit"),)
    ),
    "just-points rounds": Probe(
        lambda key, **r: game(key, **r).rounds, typed(-5), (("ends", "rounds"),)
    ),
    "kind": Probe(ends, price("A")),
    "pool": Probe(
        lambda key, **r: (over_at(101)(key, players=2, **r), game(key, **r).drops),
        lambda key, **r: [over_at(n)(key, players=2, **r) for n in (100, 201)],
    ),
    "rejoin": Probe(lambda key, **r: game(key, **r).end.rejoin, over_at(101)),
    "deals": Probe(lambda key, **r: game(key, **r).rounds, cards_dealt(1, 7), (("kind", "deals"),)),
    "drops": Probe(points(DROPPED), points(WRONG), (("pool", 201),)),
    "drop_limit": Probe(
        lambda key, **r: (game(key, **r).drops or Drops(0, 0, 0)).most, points(DROPPED)
    ),
    "second_sequence": Probe(
        deadwood("2H 3H 4H 8S 8C 8D KD 5C"), deadwood("2H 3H 4H 8S 9S 10S KD 5C")
    ),
    "cap": Probe(points(a_round(ANN, {BEN: {"K": 8, "9": 1}, CY: 20})), price("A")),
    "decks": Probe(
        lambda key, **r: [decks(2)(key, **r), decks(5)(key, **r)] != [[2], [2]], decks(3, 4)
    ),
    "target": Probe(
        lambda key, **r: [over_at(n)(key, **r) for n in (250, 500)],
        lambda key, **r: [over_at(n)(key, **r) for n in (249, 1000)],
    ),
}


PROBES |= {
    "chinchon deck": Probe(price("9"), price("7")),
    "court_cards": Probe(price("11"), price("7")),
    "rest": Probe(lambda key, **r: game(key, **r).endings, closed("gin")),
    "chinchon rest": Probe(
        lambda key, **r: [too_much(n)(key, **r) for n in (4, 5, 6)], too_much(8)
    ),
    "chinchon": Probe(closed("big_gin"), closed("gin")),
    "chinchon limit": Probe(is_out(100), is_out(99, 101)),
    "chinchon rejoin": Probe(returns, is_out(99, 100)),
    "pontinho rejoin": Probe(returns, is_out(99, 100)),
    "form": Probe(lambda key, **r: game(key, **r).scoring.key, price("K")),
    "ramino deal": Probe(cards_dealt(1), price("K")),
    "direction": Probe(lambda key, **r: game(key, **r).direction, price("K")),
    "dear_cards": Probe(price("A"), price("K")),
    "loba limit": Probe(is_out(100, 101), is_out(99, 200)),
    "ending": Probe(lambda key, **r: game(key, **r).end.when, price("K")),
    "wild_cards": Probe(jokers, decks(3, 8)),
    "lives": Probe(is_out(7), is_out(6, 10)),
    "losing": Probe(points(a_round(ANN, {BEN: {"K": 3}, CY: {"2": 1}})), is_out(9, 10)),
    "opening": Probe(lambda key, **r: game(key, **r).opening.points, points(NO_RUMMY)),
    "rummikub blocked_round": Probe(
        lambda key, **r: played(key, a_round(None, {ANN: 5, BEN: 5, CY: 5}), **r).open.deal.dealer,
        blocked(ANN),
    ),
}


PROBES |= {
    "sides": Probe(sides, price("K")),
    **{
        f"{key} late_join": Probe(newcomer(2), newcomer(0), (("sides", "alone"),))
        for key in ("burraco", "canasta")
    },
    "semi_clean": Probe(bonuses, price("K")),
    "threes": Probe(bonuses, price("3")),
    "burraco ends": Probe(end_and_deal, cards_dealt(1, 4)),
    "canasta target": Probe(
        lambda key, **r: [over_at(n)(key, **r) for n in (3000, 5000, 7500)], over_at(2899)
    ),
}


def choices_of(key: str) -> Iterator[tuple[str, list[Any]]]:
    """Each house rule of a game, with its choices except the default."""
    for rule in game(key).house_rules:
        default = (rule.default, type(rule.default))
        values = [choice.value for choice in rule.choices]
        yield rule.key, [value for value in values if (value, type(value)) != default]


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_each_choice_changes_only_its_own_keys(key: str) -> None:
    for rule, choices in choices_of(key):
        probe = PROBES.get(f"{key} {rule}") or PROBES[rule]
        given = dict(probe.given)
        changes, stays = probe.changes(key, **given), probe.stays(key, **given)
        for choice in choices:
            assert probe.changes(key, **given, **{rule: choice}) != changes, (rule, choice)
            assert probe.stays(key, **given, **{rule: choice}) == stays, (rule, choice)


DEPENDENT = [
    ("contract-rummy", "deuce_value", 25, {"joker_value": 15}),
    ("shanghai-rummy", "deuce_value", 25, {"joker_value": 15}),
    ("classic-rummy", "rummy_doubles", False, {}),
]


@pytest.mark.parametrize(("key", "rule", "choice", "given"), DEPENDENT)
def test_a_rule_that_needs_another_means_nothing_without_it(
    key: str, rule: str, choice: Any, given: dict[str, Any]
) -> None:
    look = price("2") if rule == "deuce_value" else points(RUMMY)
    assert look(key, **given, **{rule: choice}) == look(key, **given)


@pytest.mark.parametrize(
    ("house_rules", "two", "nine", "joker"),
    [
        ({}, 2, 9, 25),
        ({"numbers": "five"}, 5, 5, 25),
        ({"deuces_wild": True}, 25, 9, 25),
        ({"deuces_wild": True, "numbers": "five"}, 25, 5, 25),
        ({"deuces_wild": True, "joker_value": 15}, 15, 9, 15),
        ({"deuces_wild": True, "joker_value": 15, "numbers": "five"}, 15, 5, 15),
        ({"deuces_wild": True, "joker_value": 15, "deuce_value": 25}, 25, 9, 15),
        ({"deuces_wild": True, "deuce_value": 25, "numbers": "five"}, 25, 5, 25),
        ({"deuce_value": 25, "joker_value": 15}, 2, 9, 15),
    ],
)
def test_wild_beats_the_number_rule_and_a_wild_two_follows_the_joker(
    house_rules: dict[str, Any], two: int, nine: int, joker: int
) -> None:
    found = [cost("contract-rummy", {card: 1}, **house_rules) for card in ("2", "9", "Joker")]
    assert found == [two, nine, joker]


def test_wild_twos_share_a_key_with_the_joker_they_follow() -> None:
    def wild_keys(**rules: Any) -> list[str]:
        values = game("contract-rummy", deuces_wild=True, **rules).card_values
        return [found.key for found in values.classes if found.wild]

    assert wild_keys() == ["Joker/2"]
    assert wild_keys(joker_value=15, deuce_value=25) == ["2"]  # the joker costs as much as an ace


@pytest.mark.parametrize(
    ("key", "rules", "card", "costs"),
    [
        ("carioca", {"numbers": "2-7=5,8-K=10"}, "7", 5),
        ("carioca", {"numbers": "2-7=5,8-K=10"}, "8", 10),
        ("carioca", {"numbers": "2-7=5,8-K=10"}, "K", 10),
        ("continental-rummy", {"numbers": "2-7=5,8-K=10"}, "2", 5),
        ("continental-rummy", {"numbers": "2-7=5,8-K=10"}, "9", 10),
        ("rummy-500", {"numbers": "five"}, "2", 5),
        ("rummy-500", {"numbers": "five"}, "10", 10),
        ("contract-rummy", {"numbers": "five"}, "10", 5),
        ("shanghai-rummy", {"numbers": "pip"}, "10", 10),
        ("zioncheck", {"joker_value": 15}, "Joker", 15),
        ("liverpool-rummy", {"joker_value": 15}, "Joker", 15),
        ("three-thirteen", {"joker_value": 20}, "Joker", 20),
        ("three-thirteen", {"ace_value": 15}, "A", 15),
        ("three-thirteen", {"wild_value": 20}, "3", 20),
        ("three-thirteen", {"wild_value": 20}, "4", 4),
        ("rami-71", {"numbers": "ten"}, "7", 10),
        ("romme", {"joker_value": 25}, "Joker", 25),
        ("contract-rummy", {"joker_value": 15}, "Joker", 15),
    ],
)
def test_prices_under_a_house_rule(key: str, rules: dict[str, Any], card: str, costs: int) -> None:
    assert cost(key, {card: 1}, **rules) == costs


@pytest.mark.parametrize(
    ("key", "rule"),
    [
        ("dummy-rummy", "final_tiebreak"),
        ("dummy-rummy", "winner_rule"),
        ("progressive-rummy", "deuces_wild"),
        ("shanghai-rummy", "buys"),
        ("frustration", "ten_value"),
        ("phase-10", "two_value"),
        ("five-crowns", "wild_value"),
    ],
)
def test_a_game_has_no_irrelevant_house_rules(key: str, rule: str) -> None:
    with pytest.raises(UnknownOption):
        game(key, **{rule: True})


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_the_default_choices_equal_the_file(key: str) -> None:
    data = game_data(key)
    assert apply_house_rules(data, {}) == data | {"options": dict(game(key).options)}


@pytest.mark.parametrize("key", one_of_each_kind())
def test_a_choice_taken_back_leaves_the_rules_as_they_were(key: str) -> None:
    for rule, choices in choices_of(key):
        for choice in choices:
            chosen = apply_house_rules(game_data(key), {rule: choice})
            back = apply_house_rules(chosen, dict(game(key).options))
            assert read_ruleset(back) == game(key), (rule, choice)


def test_a_rule_can_need_only_a_choice_that_there_is() -> None:
    data = game_data("classic-rummy")
    rows = [
        {**row, "needs_choice": "nobody"} if row["key"] == "rummy_doubles" else row
        for row in data["house_rules"]
    ]
    with pytest.raises(RulesetError, match=r"rummy_doubles\.needs_choice: expected a choice of"):
        apply_house_rules({**data, "house_rules": rows}, {})


def telling(key: str) -> Iterator[tuple[str, str]]:
    """Each limit, and price of a drop, that a label of a house rule tells, and the rule’s key."""
    for rule in game(key).house_rules:
        for choice in rule.choices:
            told = re.findall(r"\d+", choice.label)
            for path, value in choice.changes.items():
                if path.startswith(("end.", "drops.")) and str(value) in told:
                    yield path, rule.key


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_a_limit_or_the_price_of_a_drop_is_told_by_one_question_only(key: str) -> None:
    told: dict[str, set[str]] = {}
    for path, rule in telling(key):
        told.setdefault(path, set()).add(rule)
    assert {path: rules for path, rules in told.items() if len(rules) > 1} == {}


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_answers_differ_without_their_explanations(key: str) -> None:
    for rule in game(key).every_house_rule:
        short = [without_explanation(choice.label) for choice in rule.choices]
        assert len({*short}) == len(short), rule.key


def test_dealt_is_a_deal_like_the_one_the_game_makes() -> None:
    state = played("contract-rummy")
    assert state.open is not None
    made = dealt(game("contract-rummy"))
    assert (made.cards, made.contracts, made.values) == (
        *(state.open.deal.cards, state.open.deal.contracts, state.open.deal.values),
    )
