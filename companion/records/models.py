"""The tables. What follows from the log is not stored as truth; `summary` is a cache for lists."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, WriteOnlyMapped, mapped_column, relationship

from companion.records.database import Base


class Book(Base):
    """The score book itself, one row.

    `key` is its id, which a restore replaces. `as_of` (UTC) is when the backup was made that it was
    restored from, None where it was not, and `copied_from` the id of the book in that. In a backup
    `as_of` is when that was made.
    """

    __tablename__ = "book"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(22))
    copied_from: Mapped[str] = mapped_column(String(22), server_default=text("''"))
    as_of: Mapped[datetime | None]


class Game(Base):
    """One sitting, from the first deal to the winner.

    `token` is the unguessable part of the link by which people keep score, `watch_token` of the one
    by which they watch; `ruleset` a snapshot of its rules with the house rules first chosen under
    `options`, so that a later change to the catalogue never changes an old game; `device` the
    device that made it, its keeper; `title` what it was called at the start; `deleted_at` (UTC) is
    None unless it was deleted. `ruleset_name` is the name of its rules, `found_by` the text in
    which it is searched for: a list of games reads no ruleset.
    """

    __tablename__ = "game"
    __table_args__ = (
        Index("ix_game_device_deleted_at_changed_at", "device", "deleted_at", "changed_at"),
        # With the time of the last change in it nobody has to look at the games themselves.
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
    # Only ever added to, never loaded whole: the log is read by a query of its own.
    log: WriteOnlyMapped["LogEntry"] = relationship(passive_deletes=True)


class Seat(Base):
    """A player's place in the game; positions go clockwise from 0.

    `colour`, from 0, is what they had in the game before; None for that of the position.
    """

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game_id", "position"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    position: Mapped[int]
    name: Mapped[str] = mapped_column(String(80))
    colour: Mapped[int | None]


class LogEntry(Base):
    """One thing that happened; `sequence` counts from 1 without a gap.

    `key` names the tap that wrote it: the same tap sent twice is written once. `device` is where it
    was tapped; None where nobody knows, as in games kept elsewhere. `recorded_at` is when it came,
    `tapped_at` when it was tapped by the clock of the server, and `clock_ahead` by how many seconds
    the phone's was ahead: both None where the phone did not say.
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
    """A link that its game's keeper has replaced: it leads nowhere, and says so."""

    __tablename__ = "ended_link"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    token: Mapped[str] = mapped_column(String(24), unique=True)


class Phone(Base):
    """A device at the table of one game; `seat` is whose it is, None for nobody's in particular.

    `token` is the link it came by; `name` what people call it, if anything; `counting` the seat
    whose hand it has open, heard of last at `seen_at`.
    """

    __tablename__ = "phone"
    __table_args__ = (UniqueConstraint("game_id", "device"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    device: Mapped[str] = mapped_column(String(22), index=True)
    token: Mapped[str] = mapped_column(String(22))
    seat: Mapped[int | None]
    name: Mapped[str] = mapped_column(String(80))
    counting: Mapped[int | None]
    seen_at: Mapped[datetime | None]


class ArchivedGame(Base):
    """A game that a device has put away: on that device it stands only among those put away."""

    __tablename__ = "archived_game"
    __table_args__ = (UniqueConstraint("game_id", "device"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    device: Mapped[str] = mapped_column(String(22), index=True)


class KnownName(Base):
    """What a device calls whoever sits down under a name; no game and no log hears of it.

    `name` is folded, as it stands in games; all names with one `person` are one person there.
    `colour`, from 0, is the one that was chosen for them.
    """

    __tablename__ = "known_name"
    __table_args__ = (UniqueConstraint("device", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(22))
    name: Mapped[str] = mapped_column(Text)
    person: Mapped[str] = mapped_column(Text)
    colour: Mapped[int | None]


class NamedGroup(Base):
    """What a device calls people who play together; `people` are their folded names in games.

    These are kept as they stood when the group was named: who they are by now, its names say.
    """

    __tablename__ = "named_group"

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(22), index=True)
    people: Mapped[list[str]] = mapped_column(JSON)
    called: Mapped[str] = mapped_column(Text)


class JoinCode(Base):
    """Six signs to type instead of a link; at `ends_at` (UTC) they lead nowhere any more.

    They stand for whichever link of the game gives the same right: to keep score, or to watch.
    """

    __tablename__ = "join_code"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    code: Mapped[str] = mapped_column(String(6), unique=True)
    for_watching: Mapped[bool]
    ends_at: Mapped[datetime] = mapped_column(index=True)


class Counted(Base):
    """Something that comes only so often in an hour from one address; kept for that hour.

    `what` it is: a wrong guess at six signs, or at a link, or a game that was started; `source`
    stands for the address, and does not tell it. Or a tap that wrote nothing (`silent_taps`).
    """

    __tablename__ = "counted"
    __table_args__ = (Index("ix_counted_what_source_counted_at", "what", "source", "counted_at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(String(10))
    source: Mapped[str] = mapped_column(String(22))
    counted_at: Mapped[datetime] = mapped_column(index=True)


class OwnGame(Base):
    """A game that a table made its own; `device` keeps it for its next games.

    `token` is the unguessable part of its link; `ruleset` its data before house rules are chosen;
    `dropped_at` says that the device let go of it, and may still take it back.
    """

    __tablename__ = "own_game"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(22), unique=True)
    device: Mapped[str] = mapped_column(String(22), index=True)
    ruleset: Mapped[str] = mapped_column(Text)
    changed_at: Mapped[datetime]
    dropped_at: Mapped[datetime | None]
