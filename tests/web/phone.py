"""A phone: a client without JavaScript, with its own cookies."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from flask import Flask, session
from flask_wtf.csrf import generate_csrf
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.records.people.links import new_key
from tests.web.page import Page

Data = Mapping[str, str] | Iterable[tuple[str, str]]


class Phone:
    """Opens pages and sends forms, including the CSRF token of their page."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client = app.test_client()

    def open(self, address: str) -> Page:
        """Open an address, and follow redirects."""
        return Page(self, self.client.get(address))

    def send(self, address: str, data: Data) -> Page:
        """Send a form exactly as given, and follow redirects."""
        return Page(self, self.answer(address, data), data)

    def answer(self, address: str, data: Data) -> TestResponse:
        """Send a form; returns the response itself."""
        return self.client.post(address, data=MultiDict(data))

    @cached_property
    def csrf_token(self) -> str:
        """A token as in any page with a form; sets the cookie of that page."""
        assert self.device
        with self.app.test_request_context(), self.client.session_transaction() as cookie:
            if "csrf_token" in cookie:
                session["csrf_token"] = cookie["csrf_token"]
            token: str = generate_csrf()
            cookie["csrf_token"] = session["csrf_token"]
        return token

    @property
    def device(self) -> str:
        """The device name of this phone, created on demand."""
        with self.client.session_transaction() as cookie:
            cookie.permanent = True
            name: str = cookie.setdefault("device", new_key())
        return name

    def home_lists(self) -> list[str]:
        """The games on the home page, by their players."""
        page = self.open("/")
        cards = [card for card in page.all(".game") if card.query("time")]
        return [", ".join(name.to_text() for name in card.query(".who")) for card in cards]
