"""The one-line description of a custom game, derived from its rules."""

from flask_babel import gettext, ngettext

from companion.rules.reading.sections import Data


def own_summary(data: Data) -> str:
    """The distinctive features of this game, such as: 5 contracts, one a round."""
    contracts = len(data["contracts"])
    if data["advancing"] == "none":
        course = gettext("No contracts")
    elif data["advancing"] == "round":
        course = ngettext(
            "%(num)s contract, one round", "%(num)s contracts, one a round", contracts
        )
    else:
        course = ngettext(
            "%(num)s contract, until it is made",
            "%(num)s contracts, each until it is made",
            contracts,
        )
    if data["end"]["winner"] == "highest_total":
        return str(gettext("%(course)s; most points win.", course=course))
    if data["end"]["winner"] == "last_left":
        return str(gettext("%(course)s; the last one left wins.", course=course))
    if data["end"]["winner"] == "first_to_finish":
        return str(gettext("%(course)s; the first to make them all wins.", course=course))
    return str(gettext("%(course)s; fewest points win.", course=course))
