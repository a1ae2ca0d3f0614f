"""The winner and the reason in one sentence, and the progress through the contracts."""

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from companion.records.log.stored_game import StoredGame
from companion.rules.model.state import Standing
from companion.sentences import N_, NN_, Sentence
from companion.web.view_models.open_round import FarCode, far_code, far_number
from companion.web.view_models.outcome import OutcomeView, WhyCode, outcome_view
from companion.web.words.blanks import Blank, either, in_each_form, listed
from companion.web.words.terms import figures, or_dash
from companion.web.words.text import bdi, people_words, say

_MADE = NN_("%(made)s contract", "%(made)s contracts", by="made")
_STANDINGS: dict[FarCode, Sentence] = {
    "made": _MADE,
    "on": N_("on contract %(number)s"),
    "on_with": N_("on contract %(number)s, %(made)s made"),
    "finished": N_("finished contract %(number)s"),
    "finished_with": N_("finished contract %(number)s, %(made)s made"),
}


def how_far(last: int, standing: Standing) -> str:
    """The current or finished contract; if it depends on the round, the number made.

    `last` is the number of the last contract; 0 without contracts, and then the text is empty.
    """
    code = far_code(last, standing)
    told = {"number": far_number(last, standing), "made": standing.contracts}
    return say(_STANDINGS[code], told, tied=True) if code else ""


def far_blanks() -> Iterator[tuple[str, Markup]]:
    """Each text by its code, with placeholders for `view_models.sheet.Rank`."""
    told = {"number": Blank("number"), "made": Blank("standing.contracts")}
    for code, sentence in _STANDINGS.items():
        if sentence.many:
            yield code, _made(sentence)
        else:
            yield code, say(sentence, told, tied=True)


def _made(sentence: Sentence) -> Markup:
    return in_each_form("standing.contracts", lambda made: say(sentence, {"made": made}, tied=True))


_WINS, _SHARE = N_("%(name)s wins"), N_("%(names)s share the win")
_SENTENCES: dict[WhyCode, Sentence] = {
    "finished_first": N_(
        "%(winners)s was the only one to finish contract %(last)s in round %(round)s. "
        "Points decide only between players who finish it in the same round."
    ),
    "fewest_of_two": N_(
        "%(finishers)s both finished contract %(last)s in round %(round)s; "
        "%(winners)s has fewer points, %(least)s, ahead of %(others)s."
    ),
    "fewest_of_more": N_(
        "%(finishers)s all finished contract %(last)s in round %(round)s; "
        "%(winners)s has the fewest points, %(least)s, ahead of %(others)s."
    ),
    "shared": N_(
        "%(tied)s finished contract %(last)s in round %(round)s, level at %(least)s, so they "
        "share the win."
    ),
    "shared_by_points": N_(
        "%(finishers)s finished contract %(last)s in round %(round)s, which ends the game; "
        "%(tied)s have the fewest points, %(least)s each, so they share the win."
    ),
    "shared_and_none_went_out": N_(
        "%(tied)s are level at %(least)s after contract %(last)s was finished in round "
        "%(round)s. None of them went out in that round, so they share the win."
    ),
    "went_out": N_(
        "%(tied)s are level at %(least)s after contract %(last)s was finished in round "
        "%(round)s; %(winners)s went out in that round, and by the house rule that decides."
    ),
    "won_playoff": N_(
        "%(tied)s were level at %(least)s; %(winners)s went out first in the play-off, round "
        "%(round)s."
    ),
    "won_tiebreak": N_(
        "%(tied)s were level and played round %(round)s alone. %(winners)s wins with %(least)s."
    ),
    "others_left": N_(
        "%(tied)s were level at %(least)s. %(gone)s left before the tie was decided and can no "
        "longer win, so %(winners)s wins."
    ),
    "all_left": N_(
        "%(tied)s were level at %(least)s. All of them left before the tie was decided, so they "
        "share the win."
    ),
    "lowest_total": N_(
        "%(finishers)s finished contract %(last)s in round %(round)s, which ends the game; "
        "%(winners)s has the fewest points, %(least)s, and the fewest points win."
    ),
    "lowest_after_last_round": N_(
        "Round %(round)s was the last. "
        "%(winners)s has the fewest points, %(least)s; next best: %(runner_up)s."
    ),
    "highest_after_last_round": N_(
        "Round %(round)s was the last. "
        "%(winners)s has the most points, %(least)s; next best: %(runner_up)s."
    ),
    "lowest_at_limit": N_(
        "%(reached)s reached %(limit)s points in round %(round)s, which ends the game. "
        "%(winners)s has the fewest points, %(least)s; next best: %(runner_up)s."
    ),
    "reached_target": N_(
        "%(winners)s reached %(limit)s points in round %(round)s with %(least)s; "
        "next best: %(runner_up)s."
    ),
    "shared_after_last_round": N_(
        "Round %(round)s was the last. %(tied)s are level at %(least)s, so they share the win."
    ),
    "shared_at_limit": N_(
        "%(reached)s reached %(limit)s points in round %(round)s, which ends the game. %(tied)s "
        "are level at %(least)s, so they share the win."
    ),
    "ended": N_("Ended early after round %(round)s; the rounds written down count."),
    "ended_by_table": N_("The table ended the game after round %(round)s."),
    "ended_because": N_(
        "Ended early after round %(round)s: “%(reason)s”. The rounds written down count."
    ),
    "ended_by_table_because": N_("The table ended the game after round %(round)s: “%(reason)s”."),
    "came_furthest": N_("%(winners)s was furthest through the contracts."),
    "fewest_as_far": N_(
        "%(finishers)s were equally far through the contracts; of these, %(winners)s has "
        "the fewest points, %(least)s, ahead of %(others)s."
    ),
    "shared_as_far": N_(
        "%(tied)s were equally far through the contracts and level at %(least)s, so they share "
        "the win."
    ),
    "fewest_as_it_stands": N_(
        "%(winners)s has the fewest points, %(least)s; next best: %(runner_up)s."
    ),
    "most_as_it_stands": N_(
        "%(winners)s has the most points, %(least)s; next best: %(runner_up)s."
    ),
    "last_left": N_("%(winners)s is the last one below %(limit)s points, with %(least)s."),
    "last_alive": N_("%(winners)s is the last one with lives left."),
    "no_lives_left": N_("Nobody has lives left, so the fewest lost lives win."),
    "nobody_left": N_(
        "Nobody is left below %(limit)s points. Fewest points: %(winners)s, with %(least)s."
    ),
    "won_at_once": N_("%(winners)s closed round %(round)s in the way that wins the game."),
    "shared_as_it_stands": N_("%(tied)s are level at %(least)s, so they share the win."),
    "playoff_needed": N_(
        "%(tied)s are level at %(least)s. They play contract %(last)s again: the first to go out "
        "wins."
    ),
    "only_they_play_on": N_("%(tied)s are level at %(least)s, so only they play another round."),
    "everybody_plays_on": N_("%(tied)s are level at %(least)s, so everybody plays another round."),
    "before_that_round": N_(
        "By the house rule, their points from before round %(deciding)s are compared."
    ),
}
_NAMES = ("winners", "finishers", "tied", "gone", "reached")
_FIGURES = ("limit", "last", "round", "deciding", "least")


def winner_words(stored: StoredGame) -> Markup:
    """The reason of the outcome with its figures; empty while the game goes on."""
    outcome = outcome_view(stored.ruleset, stored.state)
    if outcome is None:
        return Markup("")
    return Markup(" ").join(why_words(why.code, outcome) for why in outcome.why)


def why_words(code: WhyCode, outcome: OutcomeView) -> Markup:
    """A sentence of the reason."""
    known: dict[str, Any] = {name: people_words(getattr(outcome, name)) for name in _NAMES}
    known |= {name: getattr(outcome, name) for name in _FIGURES}
    known["others"] = figures(outcome.others)
    known |= {"runner_up": or_dash(outcome.runner_up), "reason": bdi(outcome.reason)}
    return say(_SENTENCES[code], known)


def why_blanks() -> Iterator[tuple[str, Markup]]:
    """Each sentence by its code, with placeholders for the `outcome` of a view model."""
    known: dict[str, Any] = {name: listed(f"outcome.{name}") for name in _NAMES}
    known |= {name: Blank(f"outcome.{name}") for name in _FIGURES}
    known["others"] = Blank("outcome.others").said("figures")
    known["runner_up"] = Blank("outcome.runner_up").said("or_dash")
    known["reason"] = bdi(str(Blank("outcome.reason")))
    for code, sentence in _SENTENCES.items():
        yield code, say(sentence, known)


_PUT_OUT = N_("%(name)s is out of the game.")


def put_out_words(name: str) -> Markup:
    """The news that this player has too many points to be dealt in any more."""
    return say(_PUT_OUT, {"name": bdi(name)})


def who_won(winners: Sequence[str] | Blank) -> Markup:
    """Ann wins. Or Ann and Bo share it."""
    names = people_words(winners)
    alone, several = say(_WINS, {"name": names}), say(_SHARE, {"names": names})
    if isinstance(winners, Blank):
        return either(f"{winners.path}.length", alone, several, "1")
    return alone if len(winners) == 1 else several
