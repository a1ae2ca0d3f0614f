"""Malformed requests for every route and method of the app.

All are determined by the seed, so a failing request can be reproduced.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Self
from urllib.parse import quote, unquote_to_bytes, urlencode, urljoin, urlsplit

from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import EnvironBuilder

from tests.web.page import Page, Pairs, fields_of
from tests.web.phone import Phone

NUMBERS = ["0", "1", "99", "-1", "9" * 20, "9" * 400, "%C2%B2", "1.5", "%00", "1%00", "x"]
TOKENS = [
    "x" * 22,
    "w." + "x" * 22,
    "%00",
    "a%00b",
    "%ff%fe",
    "a" * 300,
    "%2e%2e",
    "w.",
    "%0a",
    " ",
]
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "x"]
HOSTS = [
    *("a" * 64, f"{'a' * 64}.example", "a..b", "..", ".", "", " ", "a b", "x" * 5000, "x:99999"),
    *("x:abc", "x:", ":80", "[::1", "[::1]:8000", "127.0.0.1:8000", "x\x00y", "x/y", "x@y", "x?y"),
    *(
        "m\xfcnchen.example",
        "xn--",
        "xn--a.example",
        "evil.example",
        "1" * 300,
        "-",
        "_",
        "localhost.",
    ),
]
VALUES = [
    *(
        "",
        "0",
        "1",
        "2",
        "-1",
        "9" * 20,
        "9" * 5000,
        "99999999999999999999",
        "1e9",
        "nan",
        "²",
        "٣",
    ),
    *("\x00", "a\x00b", "\ud800", "\U0001f0cf", "x" * 3000, "yes", "no", "Ann", " ", "1+2", ":::"),
    *("<script>", "' OR 1=1 --", "%s%n", "{{ 7*7 }}", "..", "more", "drop:99999999999999999999"),
]
TYPES = [
    *(
        "text/plain",
        "application/json",
        "application/json",
        "multipart/form-data",
        "multipart/form-data; boundary=",
    ),
    *("multipart/form-data; boundary=" + "x" * 200, "application/x-www-form-urlencoded"),
    *(
        "application/x-www-form-urlencoded; charset=nonsense",
        "x",
        "",
        "\xff",
        ";;;=",
        "text/html\x00",
    ),
    *("multipart/mixed; boundary=b", "application/x-www-form-urlencoded; charset=utf-16"),
]
HEADERS = {
    "Accept-Language": ["", "xx", "*", "de;q=x", "a" * 500, "en,,,;;q=", "\xff"],
    "Accept-Encoding": ["", "x", "gzip;q=nan", "br;q=-1", "*;q=0"],
    "If-None-Match": ["*", '"', 'W/"', "x", '"\xff"', "W/" * 200],
    "If-Modified-Since": ["x", "Thu, 99 Xxx 0000", "9" * 400],
    "Cookie": ["companion", "companion=", "companion=..", "companion=\xff", "=;=;", "x" * 900],
    "Range": ["bytes=9-1", "bytes=-", "x", "bytes=" + "9" * 40 + "-"],
    "Referer": ["x", "http://", "https://[", "http://a..b/", "\xff"],
    "Content-Length": ["-1", "x", "9" * 30, "1"],
    "Transfer-Encoding": ["chunked", "x"],
    "Companion-Live": ["1", "\xff"],
    "X-Forwarded-Host": ["a..b", "", "\xff"],
    "X-Forwarded-Proto": ["x", "https"],
    "X-Forwarded-Prefix": ["//", "\x00", "/x"],
    "X-CSRFToken": ["x", "\xff"],
    "Expect": ["100-continue", "x"],
}
NAMES = [
    *(
        "",
        "\x00",
        "names-" + "9" * 400,
        "names-²",
        "names-99999999999999999999",
        "x" * 900,
        "version",
    ),
    *("round", "seat", "undo", "ended", "down", "back", "key", "accept", "then", "step", "mine"),
]
TAILS = ["%00", "/", "//", "/%2e%2e/", "%ff", ";x", "%0d%0a", "a" * 3000]
FILES = ["x.toml", "x.toml", "", "\xff", "a\x00b", "../../etc/passwd"]
BODIES = [
    *(b"", b"\x00", b"{", b"[1", b"[1]", b'{"names-0": [{}]}', b"\xff\xfe", b"--b\r\n\r\n"),
    b"a=" + b"9" * 5000,
]
_SERVER = EnvironBuilder().get_environ()
_ARGUMENT = re.compile(r"<(?:(\w+)(?:\([^)]*\))?:)?(\w+)>")


@dataclass(frozen=True)
class Sent:
    """One request, ready to be sent."""

    method: str
    path: str
    query: str
    host: str
    headers: Sequence[tuple[str, str]]
    body: bytes

    def __str__(self) -> str:
        """A one-line description."""
        address = f"{self.method} {self.path[:100]}?{self.query[:100]}"
        return f"{address} Host: {self.host[:80]!r} {self.headers} {self.body[:900]!r}"

    def environ(self) -> dict[str, Any]:
        """The WSGI environ as a server makes it: decoded path, Latin-1 strings."""
        environ = _SERVER | {
            "REQUEST_METHOD": self.method,
            "PATH_INFO": unquote_to_bytes(self.path).decode("latin-1"),
            "QUERY_STRING": self.query,
            "HTTP_HOST": self.host,
            "CONTENT_LENGTH": str(len(self.body)),
            "wsgi.input": BytesIO(self.body),
        }
        for name, value in self.headers:
            key = name.upper().replace("-", "_")
            environ[key if key.startswith("CONTENT") else f"HTTP_{key}"] = value
        return environ


@dataclass(frozen=True)
class Stranger:
    """The knowledge of an attacker with a link: cookie and token of a phone, and all forms.

    `forms` holds form data by the endpoint it is sent to.
    """

    cookie: str
    csrf: str
    forms: Mapping[str, Sequence[Pairs]]

    @classmethod
    def with_phone(cls, phone: Phone, addresses: Iterable[str]) -> Self:
        """Reads the forms of the pages at these addresses."""
        forms = defaultdict[str, list[Pairs]](list)
        urls = phone.app.url_map.bind("localhost")
        opened = (phone.client.get(address, follow_redirects=True) for address in addresses)
        for page in (Page(phone, one) for one in opened if one.mimetype == "text/html"):
            for form in page.all("form[method=post]"):
                sent_to = urljoin(page.path, form.attrs.get("action") or page.path)
                endpoint, _ = urls.match(urlsplit(sent_to).path, "POST")
                buttons = [b for b in form.below() if b.name == "button"]
                pressed = [(b.attrs.get("name") or "", b.attrs.get("value") or "") for b in buttons]
                forms[endpoint].append([*fields_of(form), *pressed])
        cookie = phone.client.get_cookie("companion")
        assert cookie is not None
        return cls(f"companion={cookie.value}", phone.csrf_token, forms)


class Dice(random.Random):
    """Generates requests, determined by its seed."""

    def requests(self, app: Flask, who: Stranger, tokens: Sequence[str]) -> Iterator[Sent]:
        """Some for every route and method; `tokens` replace those of an address."""
        for rule in app.url_map.iter_rules():
            methods = sorted(rule.methods or ())
            for method in [*methods, *["POST"] * 3 * ("POST" in methods), self.choice(METHODS)]:
                yield self._request(rule, method, who, tokens)

    def _request(self, rule: Rule, method: str, who: Stranger, tokens: Sequence[str]) -> Sent:
        # Writes shall reach their view; reads mostly get valid input.
        address = self._address(rule, tokens, odd=0.05 if method == "POST" else 0.5)
        kind, body = self._body(rule, who, tokens) if method not in {"GET", "HEAD"} else ("", b"")
        headers = [("Cookie", who.cookie), ("Content-Type", kind)]
        if self.random() < 0.1:
            headers.append(("X-CSRFToken", who.csrf))
        odd = self.sample([*HEADERS], k=self.choice([0, 0, 0, 0, 1, 2]))
        headers += [(name, self.choice(HEADERS[name])) for name in odd]
        host = self.choice(HOSTS) if self.random() < 0.08 else "localhost"
        query = self._typed([], tokens) if self.random() < 0.2 else ""
        return Sent(method, address, query, host, headers, body)

    def _address(self, rule: Rule, tokens: Sequence[str], odd: float) -> str:
        def value(argument: re.Match[str]) -> str:
            usual = ["0", "1", "2"] if argument[1] == "int" else tokens
            unusual = NUMBERS if argument[1] == "int" else TOKENS
            return self.choice(unusual if self.random() < odd else usual)

        tail = self.choice(TAILS) if self.random() < odd / 2 else ""
        return _ARGUMENT.sub(value, rule.rule) + tail

    def _body(self, rule: Rule, who: Stranger, tokens: Sequence[str]) -> tuple[str, bytes]:
        pairs, kind = self._pairs(rule, who, tokens), self.random()
        if kind < 0.5:
            return "application/x-www-form-urlencoded", self._typed(pairs, tokens).encode()
        if kind < 0.9:
            return "multipart/form-data; boundary=b", self._parts(pairs)
        return self.choice(TYPES), self.choice(BODIES)

    def _pairs(self, rule: Rule, who: Stranger, tokens: Sequence[str]) -> Pairs:
        """The data of a form with some fields changed, repeated or omitted."""
        pairs = list(self.choice(who.forms.get(rule.endpoint, [[("csrf_token", who.csrf)]])))
        for _ in range(self.choice([0, 1, 1, 1, 2, 3])):
            at = self.randrange(len(pairs))
            if pairs[at][0] != "csrf_token":
                name = self.choice(NAMES) if self.random() < 0.2 else pairs[at][0]
                pairs[at : at + self.choice([0, 1, 1, 1, 1])] = [(name, self._value(tokens))]
        return pairs

    def _value(self, tokens: Sequence[str]) -> str:
        return self.choice([*VALUES, self.choice(tokens)])

    def _typed(self, pairs: Pairs, tokens: Sequence[str]) -> str:
        if not pairs:
            names = [*NAMES, "again", "seat", "turned", "csrf_token", "v"]
            pairs = [(self.choice(names), self._value(tokens)) for _ in range(3)]
        tail = self.choice(["", "", "", "", "&", "&=", "&%", "&%ff=%ff", "&a=%00", ";", "&" * 1200])
        return urlencode(pairs, errors="surrogatepass") + tail

    def _parts(self, pairs: Pairs) -> bytes:
        """Multipart data; one field may be a file instead of a text."""
        file = self.randrange(2 * len(pairs))
        parts = [
            _part(*pair, self.choice(FILES) if n == file else None) for n, pair in enumerate(pairs)
        ]
        return b"".join(parts) + self.choice([b"--b--\r\n"] * 6 + [b"--b--", b"--b", b""])


def _part(name: str, content: str, filename: str | None) -> bytes:
    said = f'Content-Disposition: form-data; name="{quote(name, safe=" -:²")}"'
    said += "" if filename is None else f'; filename="{filename}"'
    return f"--b\r\n{said}\r\n\r\n{content}\r\n".encode("utf-8", "surrogatepass")
