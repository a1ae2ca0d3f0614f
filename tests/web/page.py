"""A page of the Flask client: its words, fields and buttons."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlencode, urljoin, urlsplit

from werkzeug.test import TestResponse

from tests.web.html import Element, attributes_in, pieces_of, read_page, tag_in

if TYPE_CHECKING:
    from tests.web.phone import Data, Phone

Pairs = list[tuple[str, str]]
_STAMP = {"csrf_token", "key", "round", "version", "opened", "seen", "accept", "undo"}
_SEND_AGAIN = 307
_LEADS_ON = {301, 302, 303, _SEND_AGAIN, 308}


class Page:
    """A response, parsed as valid HTML; every inspected page is checked."""

    def __init__(self, phone: "Phone", answer: TestResponse, sent: "Data | None" = None) -> None:
        self.phone, self._answer, self._sent = phone, answer, sent

    @cached_property
    def response(self) -> TestResponse:
        """The response after redirects; they are followed on demand."""
        answer = self._answer
        while answer.status_code in _LEADS_ON:
            there = answer.headers["Location"]
            if answer.status_code == _SEND_AGAIN and self._sent is not None:
                answer = self.phone.answer(there, self._sent)
            else:
                answer = self.phone.client.get(there)
        return answer

    @property
    def status(self) -> int:
        return self.response.status_code

    @property
    def path(self) -> str:
        return self.response.request.path

    @cached_property
    def html(self) -> str:
        return self.response.get_data(as_text=True)

    @cached_property
    def root(self) -> Element:
        """The parsed page, checked for the requirements of every page."""
        root = read_page(self.html)
        check_tags(self.path, self.html)
        return root

    @property
    def heading(self) -> str:
        """The heading of the page."""
        return self.one("h1").to_text()

    @property
    def words(self) -> str:
        """All text of the page on one line, without no-break characters."""
        return self.one("body").to_text().replace("\u2060", "")

    @property
    def said(self) -> str:
        """The message about the last step."""
        return self.one("#said").to_text()

    @property
    def trouble(self) -> str:
        """The error message: why nothing was written."""
        return " ".join(_first_p(alert).to_text() for alert in self.all('[role="alert"]'))

    @property
    def doubts(self) -> list[str]:
        """The questions the page asks before a round is written."""
        return self.texts(".doubt p")

    def all(self, selector: str) -> list[Element]:
        if selector[0] == "#" and " " not in selector:
            selector = f'[id="{selector[1:]}"]'  # the id may begin with a digit, or contain a dot
        return self.root.query(selector)

    def one(self, selector: str) -> Element:
        found = self.all(selector)
        assert len(found) == 1, f"{len(found)} of {selector} on {self.path}:\n{self.html}"
        return found[0]

    def texts(self, selector: str) -> list[str]:
        return [found.to_text() for found in self.all(selector)]

    def buttons(self) -> list[str]:
        return [button.label for button in self.all("button")]

    def field(self, name: str) -> Element:
        return self.all(f'[name="{name}"]')[0]

    def error_at(self, name: str) -> str:
        """The sentence that a field or its group refers to by aria-describedby."""
        field: Element | None = self.field(name)
        while field and "aria-invalid" not in field.attrs:
            field = field.parent
        assert field, f"{name} is not marked as wrong"
        return self.one(f"#{field.attrs['aria-describedby']}").to_text()

    def typed(self, form: str = "form") -> dict[str, str]:
        """The values of the form, without hidden fields."""
        return {name: value for name, value in fields_of(self.one(form)) if name not in _STAMP}

    def fill(self, form: str = "form", /, **typed: str | None) -> Pairs:
        """The form data with these values typed into it; None omits a field."""
        return filled(self.one(form), typed)

    def press(self, label: str, /, **typed: str | None) -> "Page":
        """Press the button with these words, after filling its form; follows redirects."""
        button = self._button(label)
        form = self._form_of(button)
        data = filled(form, typed)
        if button.attrs.get("name"):
            data.append((button.attrs["name"] or "", button.attrs.get("value") or ""))
        here = self.response.request.full_path.rstrip("?")
        action = button.attrs.get("formaction") or form.attrs.get("action") or here
        if form.attrs.get("method") != "post":
            place, _ = urldefrag(urljoin(self.path, action))
            return self.phone.open(f"{place}?{urlencode(data)}")
        return self.phone.send(urljoin(self.path, action), data)

    def follow(self, label: str) -> "Page":
        """Tap the link with these words."""
        links = [link for link in self.all("a") if link.to_text() == label]
        assert links, f"no link “{label}” on {self.path}: {self.texts('a')}"
        return self.phone.open(links[0].attrs["href"] or "")

    def _button(self, label: str) -> Element:
        found = [button for button in self.all("button") if button.label == label]
        assert len(found) == 1, f"{len(found)} of “{label}” on {self.path}: {self.buttons()}"
        return found[0]

    def _form_of(self, button: Element) -> Element:
        if button.attrs.get("form"):
            return self.one(f"#{button.attrs['form']}")
        parent = button.parent
        while parent is not None and parent.name != "form":
            parent = parent.parent
        assert parent, "a button outside any form"
        return parent


def _first_p(alert: Element) -> Element:
    return next((child for child in alert.below() if child.name == "p"), alert)


def filled(form: Element, typed: Mapping[str, str | None]) -> Pairs:
    """The form data with these inputs; `names__0` is the field names-0, None omits it."""
    changed = {name.replace("__", "-"): value for name, value in typed.items()}
    kept = [(name, value) for name, value in fields_of(form) if name not in changed]
    return kept + [(name, value) for name, value in changed.items() if value is not None]


def fields_of(form: Element) -> Pairs:
    """The form data when submitted without a button."""
    return [
        (field.attrs["name"] or "", _value(field))
        for field in form.query("input[name], textarea[name], select[name]")
        if field.attrs["name"]
        and "disabled" not in field.attrs
        and (field.attrs.get("type") not in {"radio", "checkbox"} or "checked" in field.attrs)
    ]


def _value(field: Element) -> str:
    """The value of a field, with normalised line breaks."""
    if field.name == "input":
        return field.attrs.get("value") or ""
    if field.name == "select":
        chosen = field.query("option[selected]") or field.query("option")
        return chosen[0].attrs["value"] or ""
    return "".join(child for child in field.children if isinstance(child, str))


_POINTERS = {"for", "form", "aria-describedby", "aria-labelledby"}
_ADDRESSES = {"src", "href", "action", "formaction"}


def check_tags(path: str, html: str) -> None:
    """Ids are unique, references resolve, and there are no inline styles or scripts."""
    ids: set[str] = set()
    targets: set[str] = set()
    to_draw = 0  # the nesting of templates, which the browser fills in
    for seen in filter(None, map(_seen, pieces_of(html))):
        fault, template, here, there = seen
        assert not fault, f"{fault} on {path}"
        to_draw += template
        if to_draw:
            continue
        assert not (here & ids), f"{here} twice on {path}"
        ids |= here
        targets |= there
    assert targets <= ids, f"{targets - ids} pointed to, and not on {path}"


@lru_cache(maxsize=50_000)
def _seen(piece: str) -> tuple[str, int, frozenset[str], frozenset[str]] | None:
    """The faults of a tag, whether a template begins or ends, its id, and the ids it refers to.

    None without any of these, as for most tags. The content security policy forbids inline styles
    and scripts.
    """
    name, written = tag_in(piece) or ("", "")
    attributes = attributes_in(written)
    pointers = (attributes[each].split() for each in _POINTERS & attributes.keys())
    targets = frozenset(target for each in pointers for target in each)
    ids = frozenset(attributes[each] for each in {"id"} & attributes.keys())
    template = (name == "template") - (name == "/template")
    seen = (_fault(name, attributes), template, ids, targets)
    return seen if any(seen) else None


def _fault(name: str, attributes: Mapping[str, str]) -> str:
    inline = [a for a in attributes if a == "style" or a.startswith("on")]
    is_data = attributes.get("type") == "application/json"
    addresses = [urlsplit(unescape(attributes[a])) for a in _ADDRESSES & attributes.keys()]
    if inline or name == "style":
        return f"{inline} of {name}"
    if name == "script" and not attributes.get("src") and not is_data:
        return "an inline script"
    return f"{name} leads elsewhere" if any(a.scheme + a.netloc for a in addresses) else ""
