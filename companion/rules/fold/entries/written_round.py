"""Entries about a written round: writing it down, and correcting it."""

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.fold.entries.entry import Entry
from companion.rules.fold.events import Events
from companion.rules.fold.recounting import card_without_price, hands_to_recount
from companion.rules.judging.doubts import find_doubts
from companion.rules.judging.refusals import (
    Refused,
    check_all_have_room,
    check_round,
    open_round,
)
from companion.rules.model.fields import RoundNumber, Seat, json_field
from companion.rules.model.play import Accepted, Hand, RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import PlayedRound, State


@dataclass(frozen=True, slots=True)
class RoundScored(Entry):
    """The open round was written; `accepted` are the doubts that the table accepted.

    `not_asked` are doubts that nobody was asked about, because the phone was offline; `lost` are
    the players who lost lives, where nobody counts their hands.
    """

    kind: ClassVar[str] = "round_scored"
    rests_on_log: ClassVar[bool] = True
    accepted: Accepted = frozenset()
    not_asked: Accepted = json_field(is_sparse=True, is_hidden=True, default=frozenset())
    lost: frozenset[Seat] = json_field(is_sparse=True, is_hidden=True, default=frozenset())

    def check(self, ruleset: Ruleset, state: State) -> None:
        """Every hand must be counted, and every doubt accepted."""
        current = open_round(state)
        check_round(current.by(ruleset), self.accepted | self.not_asked)

    def apply(self, events: Events, _: int) -> None:
        """Append the round to the sheet, and open the next one."""
        events.write_down(self.accepted, self.not_asked, self.lost)

    def settled(self, ruleset: Ruleset, state: State) -> "RoundScored":
        """Keep only accepted doubts that apply; name the players who lost lives."""
        if state.open is None:
            return self
        lost = () if ruleset.lost_lives is None else state.open.play.hands
        answers = _answered(state.open.by(ruleset), self.accepted)
        return RoundScored(answers, lost=frozenset(lost))

    def unasked(self, ruleset: Ruleset, state: State) -> "RoundScored":
        """Mark every unanswered doubt as not asked."""
        if state.open is None:
            return self
        return replace(self, not_asked=_open(state.open.by(ruleset), self.accepted))


@dataclass(frozen=True, slots=True)
class RoundCorrected(Entry):
    """A written round (numbered from 1) was corrected.

    `not_asked` are doubts that nobody was asked about, as in a written round.
    """

    kind: ClassVar[str] = "round_corrected"
    is_of_seats: ClassVar[bool] = True
    goes_back: ClassVar[bool] = True
    rests_on_log: ClassVar[bool] = True
    number: RoundNumber
    play: RoundPlay
    accepted: Accepted = frozenset()
    not_asked: Accepted = json_field(is_sparse=True, is_hidden=True, default=frozenset())

    def check(self, ruleset: Ruleset, state: State) -> None:
        """The checks of a round that is written down."""
        if not 1 <= self.number <= len(state.rounds):
            raise Refused("game_over", numbers={"round": self.number})
        check_round(self._played(ruleset, state), self.accepted | self.not_asked)

    def check_after(self, ruleset: Ruleset, before: State, after: State) -> None:
        """Later hands must keep their price.

        If this round becomes void, later deals move, and with them a moving wild rank.
        """
        check_all_have_room(ruleset, after, before)
        for hand in hands_to_recount(before, after):
            if self.number < hand.number <= len(after.rounds):
                values = after.rounds[hand.number - 1].deal.values
                raise Refused("unknown_card", card=card_without_price(values, hand.hand))

    def apply(self, events: Events, _: int) -> None:
        """Replace the written round, unless that was undone."""
        events.correct(self.number, self.play, self.accepted, self.not_asked)

    def settled(self, ruleset: Ruleset, state: State) -> "RoundCorrected":
        """Keep only accepted doubts that apply, and of the play only what this game has."""
        if not 1 <= self.number <= len(state.rounds):
            return self
        play = self.play.without((*ruleset.unread, "partners"))
        if play.went_out is None:
            play = play.without(("went_rummy", "ending"))
        played = state.rounds[self.number - 1].deal.played(ruleset, play)
        play = replace(play, hands=_counted(ruleset, played.play))
        return replace(
            self, play=play, accepted=_answered(played, self.accepted), not_asked=frozenset()
        )

    def unasked(self, ruleset: Ruleset, state: State) -> "RoundCorrected":
        """Mark every unanswered doubt as not asked."""
        if not 1 <= self.number <= len(state.rounds):
            return self
        return replace(self, not_asked=_open(self._played(ruleset, state), self.accepted))

    def _played(self, ruleset: Ruleset, state: State) -> PlayedRound:
        return state.rounds[self.number - 1].deal.played(ruleset, self.play)


def _counted(ruleset: Ruleset, play: RoundPlay) -> dict[int, Hand]:
    """The hands; blank where nobody counts them, but they have a price."""
    return {
        seat: Hand() if ruleset.is_price(hand) and seat not in play.laid_down else hand
        for seat, hand in play.hands.items()
    }


def _answered(played: PlayedRound, accepted: Accepted) -> Accepted:
    return frozenset(d.key for d in find_doubts(played) if d.key in accepted)


def _open(played: PlayedRound, accepted: Accepted) -> Accepted:
    return frozenset(d.key for d in find_doubts(played) if d.key not in accepted)
