"""The referee for `companion judge`: cases in JSON, and answers in words."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.cli.words import gettext, pgettext
from companion.rules.cases import answer, rules_of_case
from companion.rules.model.rulings import RULINGS
from companion.sentences import JUDGED, N_, broken_beside, judged_rule

Answer = Mapping[str, Any]
_ANY = "any"
_OPENING = "opening"
_OF_HANDS = ("deadwood", "knock", "declare")
_NUMBER = re.compile("[0-9]{1,3}")  # of a contract
_JOKERS = {"*", "W"}
_VERDICTS = {
    "legal": N_("Legal."),
    "not_legal": N_("Not legal."),
    "your_table_decides": N_("Your table decides."),
}


class BadCases(ValueError):
    """The file is not a list of cases, or the case of a command cannot be judged."""


def answers_of(content: bytes) -> list[dict[str, Any]]:
    """The answer to each case of a JSON list, in its order. Raises BadCases."""
    try:
        cases = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise BadCases(gettext("This is not JSON: %(error)s.", error=error)) from error
    if not isinstance(cases, list):
        raise BadCases(gettext("Put the cases into a list: [{…}, {…}]."))
    return [answer(case) for case in cases]


def verdict_text(game: str, contract: str, cards: Sequence[str]) -> str:
    """The referee's answer about these cards, in words; each group of cards is a meld.

    Raises BadCases.
    """
    case = _case(game, contract, cards)
    result = answer(case)
    if "error" in result:
        message = gettext(
            "This cannot be judged: %(error)s (%(at)s).", error=result["error"], at=result["at"]
        )
        raise BadCases(message)
    if "rule" in result:
        result["rule"] = judged_rule(result["rule"], rules_of_case(case))
    return _words(result, case["ask"])


def _case(game: str, contract: str, cards: Sequence[str]) -> dict[str, Any]:
    case: dict[str, Any] = {"game": game}
    codes = [code for group in cards for code in group.split()]
    if contract == _ANY:
        return case | {"ask": "meld", "melds": [_meld(codes)]}
    if contract in _OF_HANDS:
        return case | {"ask": contract, "hand": codes}
    if contract == _OPENING:
        if not any(" " in group.strip() for group in cards):
            return case | {"ask": "go_down", "hand": codes}
        return case | {"ask": _OPENING, "melds": [_meld(g.split()) for g in cards]}
    case["contract"] = int(contract) if _NUMBER.fullmatch(contract) else contract
    if any(" " in group.strip() for group in cards):
        return case | {"ask": "contract", "melds": [_meld(g.split()) for g in cards]}
    return case | {"ask": "go_down", "hand": codes}


def _meld(codes: Sequence[str]) -> dict[str, Any]:
    """A joker stays where it is typed."""
    return {"kind": _ANY, "cards": [*codes], "in_order": not _JOKERS.isdisjoint(codes)}


def _words(result: Answer, ask: str) -> str:
    is_asked = ask != "deadwood"  # else nobody asks whether it is legal
    lines = [gettext(_VERDICTS[result["verdict"]].one)] if is_asked else []
    if result["verdict"] == "not_legal":
        lines += _why(result, ask)
    elif "rule" in result:
        lines.append(gettext(JUDGED[result["rule"]].one))
    lines += [_question(question) for question in result.get("questions", ())]
    for melds in (result.get("places"), *result.get("also", ()), result.get("melds")):
        lines += ["  " + " | ".join(" ".join(codes) for codes in melds)] if melds else []
    if "worth" in result:
        lines += _worth(result)
    if "left" in result:
        lines += _left(result)
    return "\n".join(lines)


def _worth(result: Answer) -> list[str]:
    """What the first melds are worth, and what they are short of."""
    lines = [gettext("Worth of the melds: %(points)s.", points=result["worth"])]
    if "short" in result:
        lines.append(gettext("Points missing: %(points)s.", points=result["short"]))
    return lines + [gettext(JUDGED[rule].one) for rule in broken_beside(result)]


def _left(result: Answer) -> list[str]:
    """What stays in the hand, and the rule about runs without which no meld counts."""
    lines = [gettext("Fewest points left: %(points)s.", points=result["left"])]
    if result.get("deadwood"):
        lines.append(gettext("Left over: %(cards)s.", cards=" ".join(result["deadwood"])))
    if "discard" in result:
        lines.append(gettext("Discard: %(card)s.", card=result["discard"]))
    if "lacks" in result:
        lines.append(gettext(JUDGED[result["lacks"]].one))
    return lines


def _why(result: Answer, ask: str) -> list[str]:
    rule = "hand" if (ask, result["rule"]) == ("go_down", "contract") else result["rule"]
    at_fault = f" ({' '.join(result['cards'])})" if result["cards"] else ""
    source = f" {gettext('Source:')} {result['source']}." if result["source"] else ""
    would_do = [_remedy(remedy) for remedy in result.get("remedies", ())] or result.get("missing")
    help_ = [_would_do(would_do)] if would_do else []
    return [f"{gettext(JUDGED[rule].one)}{at_fault}{source}", *help_]


def _remedy(remedy: Answer) -> str:
    card, replaces = remedy["card"], remedy["replaces"]
    if replaces is None:
        return str(card)
    return gettext("%(cards)s instead of %(card)s", cards=card, card=replaces)


def _would_do(cards: Sequence[str]) -> str:
    return gettext("One of these would do: %(cards)s.", cards=", ".join(cards))


def _question(question: Answer) -> str:
    readings = question["readings"].items()
    outcomes = ", ".join(f"{value}: {_would_be(verdict)}" for value, verdict in readings)
    ruling = RULINGS[question["rule"]]
    return f"{gettext('No source says.')} {gettext(ruling.question)} {outcomes}."


def _would_be(verdict: str) -> str:
    """The verdict as part of a sentence."""
    if verdict == "legal":
        return pgettext("verdict", "legal")
    if verdict == "not_legal":
        return pgettext("verdict", "not legal")
    return gettext("your table decides")
