"""The log read from front to back: what is left of it once undone and corrected entries are out."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules.draft import Draft, of_points
from companion.rules.log import (
    Accepted,
    Adjusted,
    DealerChanged,
    Entry,
    EntryUndone,
    GameEnded,
    HandCounted,
    LaidDown,
    Noted,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    RoundCorrected,
    RoundPlay,
    RoundScored,
    RulesChanged,
    SeatsReordered,
    Titled,
    TookBack,
    WentOut,
)
from companion.rules.retelling import Retold, retold_by
from companion.rules.state import NewRules


@dataclass(frozen=True, slots=True)
class WrittenRound:
    """A round as the log has it now; `corrected` says that it was changed after it was scored."""

    play: RoundPlay
    accepted: Accepted
    corrected: bool = False


@dataclass
class Story:
    """What happened, in order. Who comes, goes and deals stands at the index of the round.

    `ended` is the entry that ended the game early, with its sequence number; `title` is None until
    somebody changed it; `retold` are the hands that came with the last change of house rules;
    `undone` are the entries that are out of it, and the undos themselves.
    """

    rounds: list[WrittenRound] = field(default_factory=list)
    draft: Draft = field(default_factory=Draft)
    joined: list[tuple[int, PlayerJoined]] = field(default_factory=list)
    left: list[tuple[int, int]] = field(default_factory=list)
    returned: list[tuple[int, int]] = field(default_factory=list)
    renamed: dict[int, str] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    dealers: dict[int, int] = field(default_factory=dict)
    new_rules: list[NewRules] = field(default_factory=list)
    retold: Retold = field(default_factory=dict)
    ended: tuple[int, GameEnded] | None = None
    title: str | None = None
    note: str = ""
    last: tuple[int, Entry] | None = None
    undone: frozenset[int] = frozenset()


def read_story(entries: Iterable[Entry], first: int = 1) -> Story:
    """Read the log, or the part of it that begins with the entry numbered `first`."""
    entries = tuple(entries)
    standing = _standing(entries, first)
    said = range(first, first + len(entries))
    story = Story(undone=frozenset(said) - {sequence for sequence, _ in standing})
    for sequence, entry in standing:
        tell(story, sequence, entry)
    return story


def tell(story: Story, sequence: int, entry: Entry) -> None:
    """Go on with the story by one entry, which is no undo."""
    _TELL[type(entry)](story, sequence, entry)
    story.last = (sequence, entry)


def options_in_force(entries: Iterable[Entry]) -> Mapping[str, str | int | bool] | None:
    """The choices for all house rules since they were last changed; None if they never were."""
    entries = tuple(entries)
    if not any(isinstance(entry, RulesChanged) for entry in entries):
        return None
    changes = [entry for _, entry in _standing(entries, 1) if isinstance(entry, RulesChanged)]
    return changes[-1].options if changes else None


def _standing(entries: Iterable[Entry], first: int) -> list[tuple[int, Entry]]:
    """The entries that were not undone, with their sequence numbers."""
    standing: list[tuple[int, Entry]] = []
    for sequence, entry in enumerate(entries, first):
        if not isinstance(entry, EntryUndone):
            standing.append((sequence, entry))
        else:
            standing = [kept for kept in standing if kept[0] != entry.sequence]
    return standing


def _laid_down(story: Story, sequence: int, entry: LaidDown) -> None:
    story.draft.mark(entry.seat, sequence, down=True)


def _took_back(story: Story, sequence: int, entry: TookBack) -> None:
    story.draft.mark(entry.seat, sequence, down=False)


def _went_out(story: Story, _: int, entry: WentOut) -> None:
    story.draft.went_out = entry.seat
    story.draft.went_rummy = entry.went_rummy
    counted = story.draft.counted.get(entry.seat) if entry.seat is not None else None
    if counted and counted.melded is None:  # an empty hand: what was counted was another's
        story.draft.counted.pop(counted.seat)
    story.draft.over = True


def _hand_counted(story: Story, sequence: int, entry: HandCounted) -> None:
    draft = story.draft
    draft.counted[entry.seat] = entry
    draft.counted_at[entry.seat] = sequence


def _adjusted(story: Story, _: int, entry: Adjusted) -> None:
    story.draft.adjusted[entry.seat] = entry


def _round_scored(story: Story, _: int, entry: RoundScored) -> None:
    story.rounds.append(WrittenRound(story.draft.play(), entry.accepted))
    story.draft = Draft()


def _round_corrected(story: Story, _: int, entry: RoundCorrected) -> None:
    if 1 <= entry.number <= len(story.rounds):  # its round may have been undone since
        play = replace(entry.play, adjustments=of_points(entry.play.adjustments))
        right = WrittenRound(play, entry.accepted, corrected=True)
        story.rounds[entry.number - 1] = right


def _rules_changed(story: Story, _: int, entry: RulesChanged) -> None:
    story.new_rules.append(NewRules(len(story.rounds) + 1, entry.options))
    story.retold = retold_by(entry.retold)


def _player_joined(story: Story, _: int, entry: PlayerJoined) -> None:
    story.joined.append((len(story.rounds), entry))


def _player_left(story: Story, _: int, entry: PlayerLeft) -> None:
    _move(story, entry.seat, story.left, story.returned)
    story.draft.forget(entry.seat)


def _player_returned(story: Story, _: int, entry: PlayerReturned) -> None:
    _move(story, entry.seat, story.returned, story.left)


def _move(story: Story, seat: int, way: list[tuple[int, int]], back: list[tuple[int, int]]) -> None:
    """Up and down again with no round between is as if nobody had moved."""
    move = (len(story.rounds), seat)
    if move in back:
        back.remove(move)
    else:
        way.append(move)


def _player_renamed(story: Story, _: int, entry: PlayerRenamed) -> None:
    story.renamed[entry.seat] = entry.name


def _seats_reordered(story: Story, _: int, entry: SeatsReordered) -> None:
    story.order = entry.order


def _dealer_changed(story: Story, _: int, entry: DealerChanged) -> None:
    story.dealers[len(story.rounds)] = entry.seat


def _game_ended(story: Story, sequence: int, entry: GameEnded) -> None:
    story.ended = (sequence, entry)


def _titled(story: Story, _: int, entry: Titled) -> None:
    story.title = entry.title


def _noted(story: Story, _: int, entry: Noted) -> None:
    story.note = entry.text


_TELL: dict[type[Entry], Callable[[Story, int, Any], None]] = {
    LaidDown: _laid_down,
    TookBack: _took_back,
    WentOut: _went_out,
    HandCounted: _hand_counted,
    Adjusted: _adjusted,
    RoundScored: _round_scored,
    RoundCorrected: _round_corrected,
    RulesChanged: _rules_changed,
    PlayerJoined: _player_joined,
    PlayerLeft: _player_left,
    PlayerReturned: _player_returned,
    PlayerRenamed: _player_renamed,
    SeatsReordered: _seats_reordered,
    DealerChanged: _dealer_changed,
    GameEnded: _game_ended,
    Titled: _titled,
    Noted: _noted,
}
