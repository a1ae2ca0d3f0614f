"""The tables. Nothing derived from the log is stored as truth; `summary` is a cache for lists."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, WriteOnlyMapped, mapped_column, relationship

from companion.records.store.database import Base


class Book(Base):
    """The score book itself, one row.

    `key` is its id, which a restore replaces. `as_of` (UTC) is the time of the backup it was
    restored from, None for a book that was not restored, and `copied_from` the id of the source of
    that backup. In a backup `as_of` is its own time.
    """

    __tablename__ = "book"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(22))
    copied_from: Mapped[str] = mapped_column(String(22), server_default=text("''"))
    as_of: Mapped[datetime | None]


class Game(Base):
    """A game, from the first deal to the winner.

    `token` is the secret part of the link for keeping score, `watch_token` of the one for watching.
    `ruleset` is a snapshot of the rules with the first choices of house rules under `options`, so
    that a later change of the catalogue does not affect it. `device` is the device that started it,
    its keeper; `title` the first title; `deleted_at` (UTC) is None unless it was deleted.
    `ruleset_name` is the name of its rules, `found_by` the text for searches: lists need no
    ruleset.
    """

    __tablename__ = "game"
    __table_args__ = (
        Index("ix_game_device_deleted_at_changed_at", "device", "deleted_at", "changed_at"),
        # A covering index with the time of the last change, so that games need not be read.
        Index("ix_game_by_day", "device", "deleted_at", "started_at", "changed_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(22), unique=True)
    watch_token: Mapped[str] = mapped_column(
        String(24), unique=True, index=True, server_default=text("''")
    )
    device: Mapped[str] = mapped_column(String(22), index=True)
    title: Mapped[str] = mapped_column(String(200))
    ruleset: Mapped[str] = mapped_column(Text)
    first_dealer: Mapped[int]
    started_at: Mapped[datetime] = mapped_column(index=True)
    changed_at: Mapped[datetime]
    summary: Mapped[dict[str, Any]] = mapped_column(JSON)
    deleted_at: Mapped[datetime | None] = mapped_column(index=True)
    ruleset_name: Mapped[str] = mapped_column(Text, server_default=text("''"))
    found_by: Mapped[str] = mapped_column(Text, server_default=text("''"))

    seats: Mapped[list["Seat"]] = relationship(order_by="Seat.position")
    # Append-only and never loaded as a whole: the log has a query of its own.
    log: WriteOnlyMapped["LogEntry"] = relationship(passive_deletes=True)


class Seat(Base):
    """A player's seat in the game; positions go clockwise from 0.

    `colour`, from 0, is the one of an earlier game; None for that of the position.
    """

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game_id", "position"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    position: Mapped[int]
    name: Mapped[str] = mapped_column(String(80))
    colour: Mapped[int | None]


class LogEntry(Base):
    """An entry of a log; `sequence` counts from 1 without gaps.

    `key` makes writing idempotent. `device` is the device of the tap, None if unknown, as in
    imported games. `recorded_at` is the time of writing, `tapped_at` that of the tap by the clock
    of the server, and `clock_ahead` the seconds by which the phone's clock was ahead: both None if
    the phone did not report them.
    """

    __tablename__ = "log_entry"
    __table_args__ = (
        UniqueConstraint("game_id", "sequence"),
        UniqueConstraint("game_id", "key", name="uq_log_entry_game_id_key"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    sequence: Mapped[int]
    key: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(20))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    recorded_at: Mapped[datetime]
    device: Mapped[str | None] = mapped_column(String(22))
    tapped_at: Mapped[datetime | None]
    clock_ahead: Mapped[int | None]


class EndedLink(Base):
    """A link that was replaced, so that requests get 410 instead of 404."""

    __tablename__ = "ended_link"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    token: Mapped[str] = mapped_column(String(24), unique=True)


class Phone(Base):
    """A device at the table of one game; `seat` is None if it belongs to no seat.

    `join_entry` is the number of the entry by which the player of the seat joined, because an undo
    of another join moves the seat. It is None for players from the start, and for phones of earlier
    versions. `token` is the link by which it joined; `name` its label, if any; `counting` the seat
    whose hand it is counting, last reported at `seen_at`.
    """

    __tablename__ = "phone"
    __table_args__ = (UniqueConstraint("game_id", "device"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    device: Mapped[str] = mapped_column(String(22), index=True)
    token: Mapped[str] = mapped_column(String(22))
    seat: Mapped[int | None]
    join_entry: Mapped[int | None]
    name: Mapped[str] = mapped_column(String(80))
    counting: Mapped[int | None]
    seen_at: Mapped[datetime | None]


class ArchivedGame(Base):
    """A game archived on one device, which lists it only among archived games."""

    __tablename__ = "archived_game"
    __table_args__ = (UniqueConstraint("game_id", "device"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    device: Mapped[str] = mapped_column(String(22), index=True)


class KnownName(Base):
    """The person behind a name on one device; games and logs are not affected.

    `name` is case-folded, as in games; all names with one `person` belong to one person. `colour`,
    from 0, is the chosen one.
    """

    __tablename__ = "known_name"
    __table_args__ = (UniqueConstraint("device", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(22))
    name: Mapped[str] = mapped_column(Text)
    person: Mapped[str] = mapped_column(Text)
    colour: Mapped[int | None]


class NamedGroup(Base):
    """The name of a group on one device; `people` are their case-folded names in games.

    They are stored as of the naming; their current persons follow from their names.
    """

    __tablename__ = "named_group"

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(22), index=True)
    people: Mapped[list[str]] = mapped_column(JSON)
    called: Mapped[str] = mapped_column(Text)


class JoinCode(Base):
    """A join code; it expires at `ends_at` (UTC).

    It stands for the current link with its right: keeping score, or watching.
    """

    __tablename__ = "join_code"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    code: Mapped[str] = mapped_column(String(6), unique=True)
    for_watching: Mapped[bool]
    ends_at: Mapped[datetime] = mapped_column(index=True)


class Attempt(Base):
    """An attempt counted for an hour.

    `what` is its kind: a wrong join code, a link to no game, or a new game; `source` is a digest of
    the address, for a wrong passphrase (`same`) of both. Or a request that wrote nothing
    (`silent_taps`).
    """

    __tablename__ = "counted"
    __table_args__ = (Index("ix_counted_what_source_counted_at", "what", "source", "counted_at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(String(10))
    source: Mapped[str] = mapped_column(String(22))
    counted_at: Mapped[datetime] = mapped_column(index=True)


class OwnGame(Base):
    """A custom game, owned by `device`.

    `token` is the secret part of its link; `ruleset` its data before house rules are applied;
    `dropped_at` is the time at which the device removed it, which can be undone.
    """

    __tablename__ = "own_game"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(22), unique=True)
    device: Mapped[str] = mapped_column(String(22), index=True)
    ruleset: Mapped[str] = mapped_column(Text)
    changed_at: Mapped[datetime]
    dropped_at: Mapped[datetime | None]
