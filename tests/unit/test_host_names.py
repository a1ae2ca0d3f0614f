"""Host names: one spelling for each, whatever a header or a setting says."""

import pytest

from companion.settings.network import host_name, is_only_here, is_served

SPELLINGS = {
    "cards.example": ["CARDS.example", "cards.example.", "Cards.Example.:8000", "cards.example:80"],
    "localhost": ["LOCALHOST", "localhost:8000", "localhost."],
    "192.168.1.7": ["192.168.1.7:65535"],
    "[::1]": ["[::1]:8000", "[0:0:0:0:0:0:0:1]"],
    "[fd00::a]": ["[FD00::A]", "[fd00:0::a]:443"],
    "xn--bcher-kva.example": ["bücher.example", "BÜCHER.example.", "bu\u0308cher.example:80"],
    "xn--strae-oqa.example": ["straße.example", "XN--STRAE-OQA.example"],
    "f" * 63 + ".example": ["F" * 63 + ".example"],
}
INVALID = (
    *(
        "",
        ".",
        "..",
        "a..b",
        ".cards.example",
        "a b",
        "a,b",
        "a_b",
        "a@b",
        "a/b",
        "http://a",
        "a\0",
    ),
    *("a:", "a:0", "a:080", "a:65536", "a:99999", "a:80:80", "a:x", "a:-1", "a:٣"),
    *("[::zz]", "[1.2.3.4]", "[::1", "::1]", "::1", "[::1%eth0]", "[]"),
    *("a" * 64 + ".example", ".".join(["a" * 63] * 4), "ü" * 60),
)


@pytest.mark.parametrize(("name", "spelling"), [(n, s) for n in SPELLINGS for s in SPELLINGS[n]])
def test_every_spelling_of_a_host_is_the_same_name(name: str, spelling: str) -> None:
    assert host_name(spelling) == host_name(name) == name
    assert is_served(f"https://{spelling}/g/x", [name])
    assert not is_served(f"https://{spelling}/g/x", ["other.example"])


@pytest.mark.parametrize("host", INVALID)
def test_another_text_is_no_host(host: str) -> None:
    assert host_name(host) is None


@pytest.mark.parametrize("host", ["localhost", "LocalHost.:8000", "127.0.0.1", "[::1]:8000"])
def test_a_local_name_is_one_in_every_spelling(host: str) -> None:
    assert is_only_here(host)
    assert not is_only_here(f"x{host}")
