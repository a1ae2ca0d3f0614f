"""How far somebody has come, as every standing says it."""

from flask_babel import ngettext

from companion.rules.state import Standing
from companion.sentences import N_
from companion.web.words.text import say

_ON, _FINISHED = N_("on contract %(number)s"), N_("finished contract %(number)s")
# Who joined late is further on than by the contracts they made themselves.
_ON_WITH = N_("on contract %(number)s, %(made)s made")
_FINISHED_WITH = N_("finished contract %(number)s, %(made)s made")


def how_far(last: int, standing: Standing) -> str:
    """The contract they are on, or have finished; where rounds tell it, how many they made.

    `last` is the number of the last contract; without contracts, 0, there is nothing to tell.
    """
    if not last:
        return ""
    made = standing.contracts
    if standing.on is None:
        return str(ngettext("%(num)s contract", "%(num)s contracts", made))
    on, finished = (_ON, _FINISHED) if made == standing.on - 1 else (_ON_WITH, _FINISHED_WITH)
    told = {"number": min(standing.on, last), "made": made}
    return say(finished if standing.on > last else on, told)
