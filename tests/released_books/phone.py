"""A client for any version of the app: opens pages, and fills in and sends their forms."""

from html.parser import HTMLParser
from io import BytesIO
from typing import Any
from urllib.parse import urljoin, urlsplit

_SENT_IF_CHECKED = {"radio", "checkbox"}


class Form:
    """A form of a page.

    `sends` are its fields, `offers` its choices (also unchecked ones), and its buttons have their
    addresses by path.
    """

    def __init__(self) -> None:
        self.leads_to: dict[str, str] = {}
        self.sends: dict[str, str] = {}
        self.offers: set[tuple[str, str]] = set()


class _Forms(HTMLParser):
    """Collects the forms of the page at this address."""

    def __init__(self, address: str, html: str) -> None:
        super().__init__()
        self._address, self.found = address, list[Form]()
        self._by_id: dict[str, Form] = {}
        self._open: Form | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = self._form(has.get("id", ""))
            self._leads(self._open, has.get("action", ""))
        form = self._form(has["form"]) if has.get("form") else self._open
        if form is not None and tag == "input":
            _add_field(form, has)
        if form is not None and "formaction" in has:
            self._leads(form, has["formaction"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None

    def _form(self, name: str) -> Form:
        form = self._by_id.get(name)
        if form is None:
            form = Form()
            self.found.append(form)
            self._by_id |= {name: form} if name else {}
        return form

    def _leads(self, form: Form, address: str) -> None:
        whole = urljoin(self._address, address)
        form.leads_to[urlsplit(whole).path] = whole


def _add_field(form: Form, has: dict[str, str]) -> None:
    form.offers.add((has.get("name", ""), has.get("value", "")))
    is_sent = has.get("type") not in _SENT_IF_CHECKED or "checked" in has
    if is_sent and has.get("name") and has.get("type") != "file" and "disabled" not in has:
        form.sends[has["name"]] = has.get("value", "")


class Phone:
    """A client without JavaScript, with its own cookies; `html` is the current page."""

    def __init__(self, app: Any) -> None:
        self.client = app.test_client()

    def open(self, address: str) -> str:
        """Open this address and follow redirects."""
        return self._shows(self.client.get(address, follow_redirects=True))

    def form(self, page: str, to: str) -> Form:
        """The form of the current page with a button to this path."""
        self.open(page)
        return self._form(to)

    def send(self, page: str, to: str, **typed: object) -> str:
        """Open a page and send its form with a button to the path `to`; returns the path reached.

        `typed` replaces fields: `names__0` is the field names-0, and bytes are a file.
        """
        self.open(page)
        return self.confirm(to, **typed)

    def confirm(self, to: str, **typed: object) -> str:
        """Send the form of the current page, such as a confirmation."""
        form = self._form(to)
        data = form.sends | {name.replace("__", "-"): _sent(typed[name]) for name in typed}
        self._shows(self.client.post(form.leads_to[to], data=data, follow_redirects=True))
        return self._address.partition("?")[0]

    def send_json(self, page: str, to: str, data: object) -> None:
        """Send JSON with the CSRF token of a page."""
        token = next(f for f in _Forms(page, self.open(page)).found if "csrf_token" in f.sends)
        headers = {"X-CSRFToken": token.sends["csrf_token"]}
        answer = self.client.post(to, json=data, headers=headers)
        assert answer.status_code == 200, f"{to}: {answer.get_data(as_text=True)}"

    def _form(self, to: str) -> Form:
        forms = _Forms(self._address, self.html).found
        leading = [form for form in forms if to in form.leads_to]
        assert leading, f"no form to {to} on {self._address}"
        return leading[0]

    def _shows(self, answer: Any) -> str:
        self._address, self.html = answer.request.full_path, str(answer.get_data(as_text=True))
        assert answer.status_code == 200, f"{self._address}: {answer.status}\n{self.html}"
        return self.html


def _sent(value: object) -> object:
    return (BytesIO(value), "file") if isinstance(value, bytes) else str(value)
