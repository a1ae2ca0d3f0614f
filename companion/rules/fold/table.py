"""The table between two rounds of the fold: seating, dealer, tally and outcome."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Self

from companion.rules.fold.events import Draft, Events, WrittenRound, own_copy
from companion.rules.fold.order import Seating
from companion.rules.fold.recounting import in_card_classes, was_down
from companion.rules.fold.standings import (
    Tally,
    dealt_in_alone,
    once_tied_have_left,
    outcome_after,
    round_winners,
)
from companion.rules.judging.scoring import round_points
from companion.rules.model.play import RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, Outcome, PlayedRound, ScoredRound, Seats


class Table:
    """Deals and scores one round after another. Events are looked up by the index of their round.

    `round` is the index of the round about to be dealt, `number` its number in the plan of the
    game: a void round is dealt again.
    """

    def __init__(self, ruleset: Ruleset, seats: Seats, events: Events) -> None:
        self.ruleset, self.events = ruleset, events
        self.seating = Seating(seats.names, ruleset.direction)
        self.tally = Tally(ruleset, len(seats.names))
        self.dealer = seats.first_dealer
        self.outcome = Outcome()
        self.round, self.number = 0, 1
        self._stayed = self.seating.active  # without those who came for the next round
        self._dealt: tuple[int, bool] | None = None  # the last dealer, and whether they deal again
        self._is_ready = False

    def branch(self, events: Events) -> Self:
        """A copy that can be changed."""
        twin = own_copy(self)
        twin.events, twin.seating, twin.tally = events, own_copy(self.seating), own_copy(self.tally)
        return twin

    def get_ready(self) -> None:
        """Apply joins and leaves before the next round, and determine its dealer."""
        if self._is_ready:
            return
        if self._dealt is None:
            self.seating.reorder(self.events.order)  # the order can change until then
            self._seat_comers_and_goers()
        else:
            dealer, same_dealer = self._dealt
            self._next_round(dealer, same_dealer=same_dealer)
        self._settle_who_deals()
        self._is_ready = True

    def deal(self, play: RoundPlay, written: WrittenRound | None = None) -> Deal:
        """The deal of the next round, as it was played so far; call `get_ready` first."""
        seating = self.seating
        tied = dealt_in_alone(self.ruleset, self.outcome)
        players = tuple(s for s in seating.order if s in tied) or self._dealt_in(play, written)
        cards = self.ruleset.dealt(self.number, len(players))
        dealer = self.dealer if self.dealer in players else seating.after(self.dealer, players)
        return Deal(
            number=self.round + 1,
            planned=self.number,
            dealer=dealer,
            leads=seating.after(dealer, players) if self.ruleset.dealer else dealer,
            players=players,
            contracts=self._contracts(players, tied=bool(tied)),
            cards=cards,
            decks=self.ruleset.decks_for(len(players)),
            values=self.ruleset.card_values_for(cards, play.turned_up),
            scoring=self.ruleset.scoring,
            tiebreak=bool(tied),
            playoff=self.outcome.code == "playoff_needed",
            wild=self.ruleset.wild_of(cards, play.turned_up),
            knock_most=self.ruleset.knock_most_of(play.turned_up),
            down_counts=self.ruleset.down_counts,
            must_play=tuple(seat for seat in players if self._must_play(seat)),
        )

    def dealt_to(self, deal: Deal, draft: Draft) -> Draft:
        """What is said, but for what is left over of players who are not dealt in any more."""
        here = own_copy(draft)
        for seat in self.seating.order:
            if seat not in deal.players and draft.is_left_over(seat):
                here.forget(seat)
        return here

    def score(self, written: WrittenRound) -> ScoredRound:
        """Score the next round, after all earlier events."""
        self.get_ready()
        deal, rules = self.deal(written.play, written), self.events.rules_of(written)
        is_unasked = rules is not None and not rules.asked_down
        draft = written.draft and self.dealt_to(deal, written.draft)
        unasked = deal.players if is_unasked else (draft or written).unasked
        play = draft.play() if draft else written.play
        played, unsaid = self.played(deal, play, unasked, written.told_down)
        counted = not self.outcome.over and _is_of_this_deal(played)
        points, made = self._result_of(played, counted=counted)
        self._dealt, self._is_ready = (played.deal.dealer, played.is_void), False
        return ScoredRound(
            deal=played.deal,
            play=played.play,
            made=made,
            points=points,
            totals=dict(enumerate(self.tally.totals)),
            games=self.tally.games,
            next_contracts=dict(enumerate(self.next_contracts(self.number + (not played.is_void)))),
            accepted=written.accepted,
            not_asked=written.not_asked,
            void=played.is_void,
            no_hands=played.needs_no_hands,
            counted=counted,
            corrected=written.corrected,
            unsaid=unsaid,
        )

    def played(
        self,
        deal: Deal,
        play: RoundPlay,
        unasked: Iterable[int],
        told_down: Mapping[int, bool],
        *,
        is_over: bool = True,
    ) -> tuple[PlayedRound, frozenset[int]]:
        """The round converted to the rules in force.

        Of the `unasked` players it is inferred whether they were down, unless the table has told;
        the result names those of whom only the table knows.
        """
        played = deal.played(self.ruleset, play, is_over=is_over)
        if not self.events.new_rules:
            return played, frozenset()
        read = in_card_classes(played.play, deal, self.events.recounted)
        played = played._replace(play=read)
        if not deal.down_counts or played.needs_no_hands:
            return played, frozenset()
        down = {
            seat: told_down.get(seat, was_down(played, seat, play.hand(seat)))
            for seat in {*unasked} - play.laid_down - play.unopened
        }
        laid_down = read.laid_down | {seat for seat, is_down in down.items() if is_down}
        unsaid = frozenset(seat for seat, is_down in down.items() if is_down is None)
        return played._replace(play=replace(read, laid_down=laid_down)), unsaid

    def next_contracts(self, number: int) -> list[int | None]:
        """The next contract of each player, for round `number` of the plan."""
        if self.outcome.over or self.ruleset.advancing == "none":
            return [None] * len(self.seating.names)
        by_round = self.ruleset.advancing == "round"
        upcoming = [number] * len(self.seating.names) if by_round else self.tally.contracts
        return [c if c <= len(self.ruleset.contracts) else None for c in upcoming]

    def _result_of(
        self, played: PlayedRound, *, counted: bool
    ) -> tuple[dict[int, int], frozenset[int]]:
        """The scored round and its effect on the tally, if it counts."""
        _, deal, play = played
        is_made = counted and not (played.is_void or played.wins_game)
        made = play.laid_down & deal.contracts.keys() if is_made else frozenset()
        points = dict.fromkeys(deal.players, 0) if played.is_void else round_points(played)
        if self.ruleset.lost_lives is not None:
            points = {seat: min(lives, self._lives_left(seat)) for seat, lives in points.items()}
        if counted and not played.is_void:
            self.tally.add(points, () if deal.playoff else made, round_winners(points, play))
            self.tally.drops.update(play.gave_up)
            self.outcome = outcome_after(played, made, self.tally.games, points)
        return points, made

    def _lives_left(self, seat: int) -> int:
        """Nobody loses more lives than they have."""
        return max(0, (self.ruleset.end.limit or 0) - self.tally.totals[seat])

    def _dealt_in(self, play: RoundPlay, written: WrittenRound | None) -> tuple[int, ...]:
        """The players at the table, unless the log says that others were dealt in."""
        at_the_table, dealt_in = self._at_the_table(play, written), self.events.dealt_in
        return tuple(
            seat
            for seat in self.seating.order
            if dealt_in.get((self.round, seat), seat in at_the_table)
        )

    def _at_the_table(self, play: RoundPlay, written: WrittenRound | None) -> tuple[int, ...]:
        """The players of this play.

        Where some are or were out by their totals, a correction or other house rules may say later
        that others were: so whoever played a round was dealt in, and in a complete one nobody else.
        """
        order, left = self.seating.order, self.seating.left
        played = {*play.hands, *play.drops, play.went_out}
        if written and self._is_complete(written):
            return tuple(seat for seat in order if seat in played)
        return tuple(seat for seat in order if seat in played or seat not in left)

    def _is_complete(self, written: WrittenRound) -> bool:
        """Whether this written round has everybody dealt in, where some may have been out.

        A play-off has no hands, and a round that was void or won the game, by its rules or by those
        in force, needs none; if its rules are not known, one that nobody won may have been void.
        After an end that was moved, nobody who left has left.
        """
        end, new_rules, play = self.ruleset.end, self.events.new_rules, written.play
        rules = self.events.rules_of(written)
        is_unknown = rules is None and written.changes < len(new_rules)
        if play.went_out is None and (end.blocked == "void" or is_unknown):
            return False
        if self.ruleset.wins(play) or (rules and rules.needed_no_hands(play)):
            return False
        may_be_out = end.when == "one_left" or bool(new_rules) or self.outcome.over
        return may_be_out and bool(play.hands or play.drops)

    def _must_play(self, seat: int) -> bool:
        """Whether this player has used up all drops, or would be out by the next one."""
        drops = self.ruleset.drops
        if drops is None:
            return False
        is_last = not drops.may_eliminate and self.ruleset.end.is_out(
            self.tally.totals[seat] + drops.first
        )
        return is_last or (drops.most is not None and self.tally.drops[seat] >= drops.most)

    def _contracts(self, players: tuple[int, ...], *, tied: bool) -> dict[int, int]:
        """The contract of each player in the round about to be dealt."""
        last = len(self.ruleset.contracts)
        if self.ruleset.advancing == "none":
            return {}
        if self.ruleset.advancing == "round":
            return dict.fromkeys(players, min(self.number, last))
        return {s: last if tied else min(self.tally.contracts[s], last) for s in players}

    def _next_round(self, dealer: int, *, same_dealer: bool) -> None:
        self.round += 1
        self.number += 0 if same_dealer else 1
        self._seat_comers_and_goers()
        self.dealer = dealer if same_dealer else self._deals_after(dealer)

    def _seat_comers_and_goers(self) -> None:
        """Apply leaves, then returns, then joins, in whatever order they were written."""
        self._let_go()
        for seat in self.seating.active:
            if self.ruleset.end.is_out(self.tally.totals[seat]):
                self.seating.let_go(seat, self.round)
        self._stayed = self.seating.active
        for index, seat in self.events.returned:
            if index == self.round and seat in self.seating.left and not self.outcome.over:
                total = self.tally.make_up(seat, self._stayed, self._return_costs)
                self.seating.take_back(seat, self.round + 1, total)
        at_the_table = self.seating.active
        for index, newcomer in self.events.joined:
            if index == self.round:
                self.seating.add(newcomer.name, newcomer.before, self.round + 1)
                self.tally.add_newcomer(at_the_table)
        self._let_go()  # a player may have joined and left again
        left = self.seating.left
        self.outcome = once_tied_have_left(self.ruleset, self.outcome, left, self.round)

    @property
    def _return_costs(self) -> int:
        """The cost of a return; rules that allow none do not take back one that was made."""
        end, before = self.ruleset.end, self.events.return_costs
        return end.rejoin_costs if end.rejoin != "no" or before is None else before

    def _let_go(self) -> None:
        """Apply leaves; nobody leaves a game that a correction has ended before."""
        for index, seat in self.events.left:
            if index == self.round and not self.outcome.over:
                self.seating.let_go(seat, self.round)

    def _settle_who_deals(self) -> None:
        self.dealer = self.events.dealers.get(self.round, self.dealer)
        if self.dealer in self.seating.left:
            self.dealer = self._deals_after(self.dealer)

    def _deals_after(self, dealer: int) -> int:
        """The player who deals after this one, in old logs also one who came for the round."""
        active = self.seating.active
        here = self._stayed if self.round in self.events.deal_stays else active
        stayed = [seat for seat in here if seat in active]
        return self.seating.after(dealer, stayed or active)


def _is_of_this_deal(played: PlayedRound) -> bool:
    """Whether the play fits the deal; a correction may say that others were tied, or nobody."""
    _, deal, play = played
    seats = {*play.laid_down, *play.hands, *play.drops, play.went_out} - {None}
    if deal.tiebreak and not seats <= {*deal.players}:
        return False
    return played.needs_no_hands or not any(play.hand(seat).is_blank for seat in deal.players)
