"""The referee for `companion judge`: cases in JSON, and answers in words."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from companion.cli.words import gettext, pgettext
from companion.rules.cases import answer, rules_of_case
from companion.rules.model.contracts import Contract
from companion.rules.model.rulings import RULINGS
from companion.sentences import JUDGED, N_, judged_rule

Answer = Mapping[str, Any]
_ANY = "any"
_OF_HANDS = ("deadwood", "knock", "declare")
_JOKERS = {"*", "W"}
_KINDS = {"S": "set", "R": "run", "C": "colour"}
_VERDICTS = {
    "legal": N_("Legal."),
    "not_legal": N_("Not legal."),
    "your_table_decides": N_("Your table decides."),
}


class BadCases(ValueError):
    """The file is not a list of cases."""


def answers_of(content: bytes) -> list[dict[str, Any]]:
    """The answer to each case of a JSON list, in its order. Raises BadCases."""
    try:
        cases = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise BadCases(gettext("This is no JSON: %(error)s.", error=error)) from error
    if not isinstance(cases, list):
        raise BadCases(gettext("Put the cases into a list: [{…}, {…}]."))
    return [answer(case) for case in cases]


def said(game: str, contract: str, cards: Sequence[str]) -> str:
    """The referee's answer about these cards, in words; each group of cards is a meld."""
    case = _case(game, contract, cards)
    found = answer(case)
    if "rule" in found:
        same_suit_runs = rules_of_case(case)["melding"]["same_suit_runs"]
        found["rule"] = judged_rule(found["rule"], same_suit_runs)
    return _words(found, case["ask"])


def _case(game: str, contract: str, cards: Sequence[str]) -> dict[str, Any]:
    case: dict[str, Any] = {"game": game}
    codes = [code for group in cards for code in group.split()]
    if contract == _ANY:
        return case | {"ask": "meld", "melds": [_meld(_ANY, codes)]}
    if contract in _OF_HANDS:
        return case | {"ask": contract, "hand": codes}
    case["contract"] = int(contract) if contract.isdecimal() else contract
    if any(" " in group.strip() for group in cards):
        return case | {"ask": "contract", "melds": _melds(contract, [g.split() for g in cards])}
    return case | {"ask": "go_down", "hand": codes}


def _melds(contract: str, groups: Sequence[list[str]]) -> list[dict[str, Any]]:
    """The melds in the order of the contract if its kinds are known; otherwise of any kind."""
    try:
        kinds = [_KINDS.get(word[0], "set") for word in Contract.parse(contract).notation.split()]
    except ValueError:
        kinds = []
    known = kinds if len(kinds) == len(groups) else [_ANY] * len(groups)
    return [_meld(kind, codes) for kind, codes in zip(known, groups, strict=True)]


def _meld(kind: str, codes: Sequence[str]) -> dict[str, Any]:
    """A joker stays where it is typed."""
    return {"kind": kind, "cards": [*codes], "in_order": not _JOKERS.isdisjoint(codes)}


def _words(found: Answer, ask: str) -> str:
    if "error" in found:
        return gettext(
            "This cannot be judged: %(error)s (%(at)s).", error=found["error"], at=found["at"]
        )
    is_asked = ask != "deadwood"  # else nobody asks whether it is legal
    lines = [gettext(_VERDICTS[found["verdict"]].one)] if is_asked else []
    if found["verdict"] == "not_legal":
        lines += _why(found, ask)
    lines += [_question(question) for question in found.get("questions", ())]
    for melds in (found.get("places"), *found.get("also", ()), found.get("melds")):
        lines += ["  " + " | ".join(" ".join(codes) for codes in melds)] if melds else []
    if "left" in found:
        lines += _left(found)
    return "\n".join(lines)


def _left(found: Answer) -> list[str]:
    """What stays in the hand, and the rule about runs without which no meld counts."""
    lines = [gettext("Fewest points left: %(points)s.", points=found["left"])]
    if found.get("deadwood"):
        lines.append(gettext("Left over: %(cards)s.", cards=" ".join(found["deadwood"])))
    if "discard" in found:
        lines.append(gettext("Discard: %(card)s.", card=found["discard"]))
    if "lacks" in found:
        lines.append(gettext(JUDGED[found["lacks"]].one))
    return lines


def _why(found: Answer, ask: str) -> list[str]:
    rule = "hand" if (ask, found["rule"]) == ("go_down", "contract") else found["rule"]
    at_fault = f" ({' '.join(found['cards'])})" if found["cards"] else ""
    source = f" {gettext('Source:')} {found['source']}." if found["source"] else ""
    would_do = [_remedy(one) for one in found.get("remedies", ())] or found.get("missing")
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
    told = ", ".join(f"{value}: {_would_be(verdict)}" for value, verdict in readings)
    ruling = RULINGS[question["rule"]]
    return f"{gettext('No source says.')} {gettext(ruling.question)} {told}."


def _would_be(verdict: str) -> str:
    """The verdict as part of a sentence."""
    if verdict == "legal":
        return pgettext("verdict", "legal")
    if verdict == "not_legal":
        return pgettext("verdict", "not legal")
    return gettext("your table decides")
