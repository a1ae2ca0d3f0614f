"""The glossary of the translations: another word than the fixed term is named."""

import pytest

from tests import glossary
from tests.catalogues import codes

GOES_OUT = "Ann went out"
OUT_OF_THE_GAME = "A player who is out may come back"


@pytest.mark.parametrize(
    ("code", "english", "translated", "word"),
    [
        ("de", "Which rank was turned up?", "Welcher Rang wurde aufgedeckt?", "Rang"),
        ("de", "Count hands", "Hände zählen", "Hände"),
        ("es", "A set is cards of the same rank.", "Un Grupo son cartas del mismo valor.", "Grupo"),
        ("fr", "A pure sequence is missing", "Il manque une suite pure", "pure"),
        ("fr", "What is my deadwood?", "Mes cartes mortes\u00a0?", "mortes"),
        ("it", "Score book", "Libro delle partite", "Libro"),
        ("pt_BR", "The referee", "O árbitro", "árbitro"),
        ("ar", OUT_OF_THE_GAME, "من خرج يمكنه العودة", "خرج"),
        ("ar", OUT_OF_THE_GAME, "من خَرَجَ يمكنه العودة", "خرج"),
        ("ar", GOES_OUT, "أُقصي أو يُقصى", "يقصى"),
        ("it", "Send JSON", "Invia «JSON»", "«"),
    ],
)
def test_another_word_is_named(code: str, english: str, translated: str, word: str) -> None:
    (fault,) = glossary.faults(code, [english], [translated])
    assert fault.startswith(f"has “{word}” for ")


@pytest.mark.parametrize(
    ("code", "english", "translated"),
    [
        ("es", "What do you call this group?", "¿Cómo se llama este grupo?"),
        ("ar", GOES_OUT, "خرج أمل"),
        ("ar", OUT_OF_THE_GAME, "من أُقصي يمكنه العودة"),
        ("fr", "%(pure)s of them pure", "dont %(pure)s franche"),  # a placeholder is no word
        ("fr", "What is my deadwood?", "Mes cartes dépareillées\u00a0?"),
    ],
)
def test_the_term_and_other_meanings_are_not(code: str, english: str, translated: str) -> None:
    assert [*glossary.faults(code, [english], [translated])] == []


@pytest.mark.parametrize("mark", [":", ";", "?", "!", "»"])
def test_in_french_no_line_ends_before_a_mark(mark: str) -> None:
    assert [*glossary.faults("fr", ["so"], [f"ainsi\u00a0{mark} donc"])] == []
    (fault,) = glossary.faults("fr", ["so"], [f"ainsi {mark} donc"])
    assert fault.startswith("has a plain space")


def test_every_language_has_the_terms_of_the_game() -> None:
    for code in codes():
        assert len(glossary.rules(code)) > 9
