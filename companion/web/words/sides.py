"""Sentences about a side, which has one name or two: “Ann to deal”, “Ann & Bo to deal”.

No verb agrees with the name, in any language; so these are messages of their own.
"""

from collections.abc import Mapping

SIDE = "side"  # the context of these messages
NOTE = "A side has one name or two (Ann & Bo): no word that agrees with one only, or with two."

# What is right for both in English.
_ALIKE = (
    "%(name)s joined before round %(number)s with a total of %(total)s.",
    "%(name)s left after round %(number)s.",
    (
        "%(name)s left after round %(left)s, came back before round %(back)s and continued with a "
        "total of %(total)s."
    ),
    "%(name)s went out",
    "%(name)s ended the round: %(how)s",
    "%(name)s ended the round: %(how)s.",
    "%(name)s had no cards left, but nobody went out.",
    "%(ended)s, but %(name)s had no cards left.",
    "%(name)s melded",
    "%(name)s melded %(cards)s. Points: %(points)s.",
    "%(name)s joined",
    "%(name)s left",
    "%(name)s came back",
    "%(name)s took over a seat",
    "%(name)s took over %(former)s’s seat",
    (
        "%(winners)s reached %(limit)s points in round %(round)s with %(least)s; next best: "
        "%(runner_up)s."
    ),
    "Count your cards, %(name)s",
    "went out",
    "dealer",
)
# The sentence of a side, by that of a player.
OF_A_SIDE: Mapping[str, str] = {
    **{text: text for text in _ALIKE},
    "deals": "dealer",
    "plays first": "first to play",
    "sits out": "sitting out",
    "has a phone already": "with a phone already",
    "needs %(points)s to open": "%(points)s to open",
    "%(name)s deals": "%(name)s to deal",
    "%(name)s deals this round.": "%(name)s to deal this round.",
    "%(name)s deals %(cards)s cards": "%(name)s to deal %(cards)s cards",
    "%(name)s deals %(cards)s cards.": "%(name)s to deal %(cards)s cards.",
    "%(name)s plays first": "%(name)s to play first",
    "%(name)s plays first.": "%(name)s to play first.",
    "%(name)s plays this round": "Dealt in: %(name)s",
    "%(name)s misses this round": "Not dealt in: %(name)s",
    "%(name)s wins": "Victory for %(name)s",
    "By the current scores, %(name)s wins.": "By the current scores, victory goes to %(name)s.",
    "%(names)s is ahead, with %(points)s point.": "Ahead: %(names)s, with %(points)s point.",
    "%(names)s is ahead, with %(points)s points.": "Ahead: %(names)s, with %(points)s points.",
    "%(winners)s has the most points, %(least)s; next best: %(runner_up)s.": (
        "Most points: %(winners)s, with %(least)s; next best: %(runner_up)s."
    ),
    "Round %(round)s was the last. %(winners)s has the most points, %(least)s; next best: "
    "%(runner_up)s.": (
        "Round %(round)s was the last. Most points: %(winners)s, with %(least)s; next best: "
        "%(runner_up)s."
    ),
    "%(name)s’s melds are not counted yet. Count the cards that %(name)s has on the table, or say "
    "that there are none.": (
        "%(name)s’s melds are not counted yet. Count the cards of this side on the table, or say "
        "that there are none."
    ),
    "%(name)s has no cards left, but nobody is marked as out. Did %(name)s go out?": (
        "No cards are left for %(name)s, but nobody is marked as out. Did %(name)s go out?"
    ),
    "%(ended)s, but %(name)s has no cards left. Is that right?": (
        "%(ended)s, but no cards are left for %(name)s. Is that right?"
    ),
    "%(name)s already has an adjustment: %(points)s (%(reason)s). A new one takes its place.": (
        "The adjustment for %(name)s so far: %(points)s (%(reason)s). A new one takes its place."
    ),
    "%(name)s joins with %(points)s point.": "%(name)s joined with %(points)s point.",
    "%(name)s joins with %(points)s points.": "%(name)s joined with %(points)s points.",
    "%(name)s joined and plays before %(other)s": "%(name)s joined, to play before %(other)s",
    "%(name)s now starts with %(points)s point.": "%(name)s will now start with %(points)s point.",
    "%(name)s now starts with %(points)s points.": (
        "%(name)s will now start with %(points)s points."
    ),
    "You may lay off cards on your own melds only.": (
        "You may lay off cards on melds of your own side only."
    ),
    "A round ends when somebody goes out. Everybody scores the cards they melded or laid off, "
    "minus the cards left in hand.": (
        "A round ends when a side goes out. Each side scores the cards it melded or laid off, "
        "minus the cards left in both hands."
    ),
    "%(name)s leaves": "Leaving: %(name)s",
    "%(name)s has left. Undo brings %(name)s back.": "%(name)s left. Undo brings %(name)s back.",
    "%(former)s has left with %(points)s point. Undo brings %(former)s back.": (
        "%(former)s left with %(points)s point. Undo brings %(former)s back."
    ),
    "%(former)s has left with %(points)s points. Undo brings %(former)s back.": (
        "%(former)s left with %(points)s points. Undo brings %(former)s back."
    ),
    "%(name)s keeps %(num)s point and can come back, but cannot win while the seat is empty.": (
        "%(name)s will keep %(num)s point and can come back, but cannot win while the seat is "
        "empty."
    ),
    "%(name)s keeps %(num)s points and can come back, but cannot win while the seat is empty.": (
        "%(name)s will keep %(num)s points and can come back, but cannot win while the seat is "
        "empty."
    ),
    "%(name)s is back with %(points)s point.": "%(name)s came back with %(points)s point.",
    "%(name)s is back with %(points)s points.": "%(name)s came back with %(points)s points.",
    "%(name)s has missed no round and continues with %(total)s point as before.": (
        "%(name)s missed no round and will continue with %(total)s point as before."
    ),
    "%(name)s has missed no round and continues with %(total)s points as before.": (
        "%(name)s missed no round and will continue with %(total)s points as before."
    ),
    "%(name)s continues where they stopped, with %(total)s point.": (
        "%(name)s will continue where they stopped, with %(total)s point."
    ),
    "%(name)s continues where they stopped, with %(total)s points.": (
        "%(name)s will continue where they stopped, with %(total)s points."
    ),
    "%(name)s plays on for %(former)s": "%(name)s in place of %(former)s",
    "%(name)s plays on for %(former)s with %(points)s point.": (
        "%(name)s took over from %(former)s with %(points)s point."
    ),
    "%(name)s plays on for %(former)s with %(points)s points.": (
        "%(name)s took over from %(former)s with %(points)s points."
    ),
    "%(name)s has played on for %(former)s since round %(number)s, from a total of %(total)s.": (
        "%(name)s took over from %(former)s before round %(number)s, at a total of %(total)s."
    ),
    "%(name)s has played no round yet, so the new name replaces theirs.": (
        "No round has been played by %(name)s yet, so the new name replaces the old one."
    ),
}
