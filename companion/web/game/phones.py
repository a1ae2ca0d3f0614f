"""The device, identified by a random id in a signed cookie, and the phones at a table.

A phone has a label: Ann’s phone, another phone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import request, session, url_for
from markupsafe import Markup

from companion.records.log.stored_game import StoredGame
from companion.records.people.links import new_key
from companion.records.people.phones import PhoneAtTable, is_counting, phones_of
from companion.sentences import N_
from companion.web.view_models.open_round import HandState, hand_state
from companion.web.words.text import bdi, say

OPENED = "watched"  # the key in cookies from when only links for watching were stored
_MOST_OPENED = 8  # links; a cookie has little room


def this_device() -> str:
    """The id of this device; generated on first use."""
    if "device" not in session:
        session["device"] = new_key()
        keep_cookie()
    device: str = session["device"]
    return device


def keep_cookie() -> None:
    """Renew the cookie: browsers drop a cookie after a year or so.

    With every game that is started or joined, not with every tap.
    """
    session.permanent = True


def known_device() -> str | None:
    """The id of this device, if it has one."""
    return session.get("device")


def opened_links() -> list[str]:
    """The links opened on this device without taking a seat, the latest first."""
    links: list[str] = session.get(OPENED, [])
    return links


def is_full_page_load() -> bool:
    """Whether the page is opened, not polled: a polling page has its data already."""
    return "Companion-Live" not in request.headers


def remember_link(token: str) -> None:
    """Remember this link for the home page; a polling page has done so."""
    if token not in opened_links() and is_full_page_load():
        keep_cookie()
        session[OPENED] = [token, *opened_links()][:_MOST_OPENED]


_THIS = N_("this phone")
_OF_A_PLAYER = N_("%(name)s’s phone")
_KEEPER = N_("the phone that started the game")
_ANOTHER = N_("another phone")


@dataclass(frozen=True, slots=True)
class PhoneAtHand:
    """A phone by its label, and whether it is the `own` one of that hand's player."""

    own: bool
    words: Markup


@dataclass(frozen=True, slots=True)
class Phones:
    """All phones of a game by device, and which of them this one is."""

    stored: StoredGame
    known: Mapping[str, PhoneAtTable]
    here: str | None

    @property
    def mine(self) -> PhoneAtTable | None:
        """The requesting phone; None before it was asked for its seat."""
        return self.known.get(self.here or "")

    @property
    def seat(self) -> int | None:
        """The seat of this phone; None if it has none, or if the player's join was undone."""
        return self._seat_of(self.mine) if self.mine else None

    @property
    def place(self) -> str:
        """The page this phone returns to: its player’s own page, or the table."""
        return place_of_seat(self.stored.token, self.seat)

    @property
    def is_keeper(self) -> bool:
        """Whether the game was started on this phone."""
        return self.here == self.stored.row.device

    @property
    def is_new(self) -> bool:
        """Whether this phone should be asked for its seat, by this link, and has not been yet."""
        was_asked = self.mine is not None and self.mine.token == self.stored.token
        return not was_asked and not self.is_keeper and self.stored.may_score

    @property
    def joined(self) -> int:
        """The number of other phones that joined by the present link; the keeper's never did."""
        others = self.known.keys() - {self.here, self.stored.row.device}
        return sum(self.known[device].token == self.stored.token for device in others)

    @property
    def may_sit(self) -> bool:
        """Whether this phone has no seat and could take one, whatever it answered before."""
        is_played = self.stored.state.open is not None
        return is_played and self.stored.may_score and self.seat is None

    @property
    def wrote_last(self) -> bool:
        """Whether the last step was made on this phone."""
        last = self.stored.state.last
        return last is not None and self.stored.device_of(last[0]) == self.here

    def counted_here(self, seat: int) -> bool:
        """Whether the stored count of this hand is from this phone."""
        open_round = self.stored.state.open
        number = open_round.counted_at.get(seat) if open_round else None
        return number is not None and self.stored.device_of(number) == self.here

    def name(self, device: str | None) -> Markup:
        """The label of this phone; empty if unknown."""
        if device is None:
            return Markup("")
        return say(_THIS, {}) if device == self.here else self._name(device)

    def counting(self, seat: int) -> Markup:
        """The label of another phone that is counting this hand; empty if none is."""
        phone = next(self._counting(seat), None)
        return self._name(phone.device) if phone else Markup("")

    def counts_own(self, seat: int) -> bool:
        """Whether the player's own phone is counting this hand."""
        return any(self._seat_of(phone) == seat for phone in self._counting(seat))

    def counting_elsewhere(self) -> list[dict[str, Any]]:
        """The hands being counted on other phones, as JSON: seat, label, and whether its own."""
        return [
            {"seat": seat, "words": self.counting(seat).striptags(), "own": self.counts_own(seat)}
            for seat in self.still_counting
        ]

    def at_hand(self, seat: int) -> "PhoneAtHand":
        """The other phone that is counting this hand, in a short form for its row.

        Without a label if none is.
        """
        phone = next(self._counting(seat), None)
        words = self._called(phone.device) or say(_ANOTHER, {}) if phone else Markup("")
        return PhoneAtHand(own=self.counts_own(seat), words=words)

    @property
    def still_counting(self) -> list[int]:
        """The hands being counted on other phones."""
        return sorted({p.counting for p in self._counting() if p.counting is not None})

    def hand(self, seat: int) -> HandState:
        """The state of this hand of the open round, once that is over."""
        open_round = self.stored.state.open
        if open_round is None:
            return ""
        return hand_state(self.stored.ruleset, open_round, seat, self.still_counting)

    def of_seat(self, seat: int) -> bool:
        """Whether another phone has this seat."""
        others = (phone for phone in self.known.values() if phone.device != self.here)
        return any(self._seat_of(phone) == seat for phone in others)

    def _seat_of(self, phone: PhoneAtTable) -> int | None:
        return self.stored.present_seat(phone.seat, phone.join_entry)

    def _counting(self, seat: int | None = None) -> Iterator[PhoneAtTable]:
        others = (p for p in self.known.values() if p.device != self.here and is_counting(p))
        return (p for p in others if seat is None or p.counting == seat)

    def _name(self, device: str) -> Markup:
        unnamed = _KEEPER if device == self.stored.row.device else _ANOTHER
        return self._called(device) or say(unnamed, {})

    def _called(self, device: str) -> Markup:
        """Its label, or its player's name; empty if neither is known."""
        phone = self.known.get(device)
        if phone and phone.name:
            return bdi(phone.name)
        seat = self._seat_of(phone) if phone else None
        if seat is None:
            return Markup("")
        return say(_OF_A_PLAYER, {"name": bdi(self.stored.state.names[seat])})


def place_of_seat(token: str, seat: int | None) -> str:
    """The page of the phone of this seat, or of one without a seat."""
    if seat is None:
        return url_for("table.page", token=token)
    return url_for("seating.page", token=token, seat=seat)


def phones_at(stored: StoredGame) -> Phones:
    """The phones at this table."""
    known = {phone.device: phone for phone in phones_of(stored.row.id)}
    return Phones(stored, known, known_device())
