"""Names of which some text of a project shows something that matters to the files of all modules.

What each folder shows is found once. A file depends on the answers, and not on the texts, of which there may be very many.
"""

from __future__ import annotations

from collections.abc import Callable

from puppet_check.workspace.disk import NAMES, Disk, remembered, remembered_by_size
from puppet_check.workspace.mentions import texts
from puppet_check.workspace.title_index import Folders
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern

IN_LOOPS = (
    ("create_resources", lazy_pattern(r"\bcreate_resources[( ][ \t]*+['\"]?(?P<name>[\w:]++)['\"]?[ \t]*+,\s{0,100}+[\w$]")),
    (
        "each",
        lazy_pattern(
            r"\beach\b[^|{}\n]{0,100}+\|[^|$\n]{0,100}\$(\w+)[ \t]*+(?:,[^|\n]{0,100}+)?\|\s{0,100}+\{\s{0,100}+"
            r"(?P<name>[\w:]++)\s{0,100}+\{\s{0,100}+['\"]?[\w/.-]{0,100}+\$\{?\1\b"
        ),
    ),
    ("[", lazy_pattern(r"(?m)^[ \t]*+(?P<name>[\w:]++)[ \t]*+\{\s{0,100}+\[[^\],]{1,200}+,\s{0,100}+[^\]\s]")),
)
"""What declares several resources at once, with a text that each of these has."""
OFTEN_IN_DATA = frozenset(("package", "service", "user", "group", "host", "mount", "sshkey"))
"""Types whose titles are often lists in data; a path in a variable is mostly that of a define."""
LOOKED_UP = r"(?:lookup|hiera\w*)\b"
TYPE = r"(?:::)?(?P<name>[a-z]\w*+(?:::[a-z]\w*+)*+)"
FROM_VARIABLE = lazy_pattern(rf"(?<![\w:]){TYPE}\s*+\{{\s*+\[?\s*+\$(?!title\b|name\b)")
FROM_DATA = (
    lazy_pattern(rf"(?<![\w:]){TYPE}\s*+\{{\s*+\[?\s*+{LOOKED_UP}"),
    lazy_pattern(rf"\b(?:create_resources|ensure_resources?)\s*+\(?\s*+['\"]?@{{0,2}}{TYPE}['\"]?\s*+,\s*+(?!['\"\[{{])"),
)
PACKAGES = lazy_pattern(rf"\bensure_packages?\s*+\(?\s*+\[?\s*+(?:\$|{LOOKED_UP})")
INLINE = lazy_pattern(r"inline_(?:epp|template)\b(?!\s*\(?\s*['\"@])")
"""What fills in templates that are no literal texts."""


class Question(NamedTuple):
    """What the texts of a project may show of names."""

    key: str
    """How traces name it, without spaces."""
    names_in: Callable[[str], set[str]]
    """The names of which a text shows it."""
    is_silent: bool
    """The answer while the texts have not been searched, by which nothing is reported."""


def _in_loops(text: str) -> set[str]:
    found = (each["name"] for begins, pattern in IN_LOOPS if begins in text for each in pattern.finditer(text))
    return {each.lower().removeprefix("::") for each in found}


def _from_data(text: str) -> set[str]:
    found = {each["name"] for pattern in FROM_DATA for each in pattern.finditer(text)}
    found |= OFTEN_IN_DATA.intersection(each["name"] for each in FROM_VARIABLE.finditer(text))
    return found | ({"package"} if PACKAGES.search(text) is not None else set())


def _fills_in(text: str) -> set[str]:
    return {""} if "inline_" in text and INLINE.search(text) is not None else set()


DECLARED_IN_LOOPS = Question("in-loops", _in_loops, is_silent=False)
"""What a manifest declares for each element of a hash or list, or with several titles."""
TITLES_IN_DATA = Question("from-data", _from_data, is_silent=True)
"""Types of which resources may be declared whose titles are in data: `package { $packages: }`, `create_resources('user', lookup('users'))`.

Titles that are computed in strings are compared with these and not meant here, nor are those that a define has itself.
"""
FILLED_IN = Question("filled-in", _fills_in, is_silent=True)
"""Whether values are filled in as templates: the empty name."""
QUESTIONS = {each.key: each for each in (DECLARED_IN_LOOPS, TITLES_IN_DATA, FILLED_IN)}


@remembered(10)
def names_shown(disk: Disk, folders: Folders, question: Question) -> frozenset[str]:
    """The names of which some text below some folders shows what a question asks for."""
    return frozenset[str]().union(*(_shown_below(disk, *each, question) for each in sorted(folders)))


@remembered_by_size(NAMES)
def _shown_below(disk: Disk, folder: str, inner: tuple[str, ...], question: Question) -> frozenset[str]:
    return frozenset(name for text in texts(disk, folder, inner) for name in question.names_in(text))
