"""Issues and diagnostics: what can be reported, and the one shape of everything that is reported about a file.

An `Issue` is declared once, by decorating the function that words it, next to the code that reports it:

    @issue(Severity.WARNING)
    def missing_source_file(file: str, module: str) -> str:
        \"\"\"Source file does not exist in its module\"\"\"
        return f"module `{module}` has no file `files/{file}`"

Calling it binds the arguments to a `Message`; `Message.at` places it as a `Diagnostic`, which is worded then. Code that depends on
what a message says asks for its arguments, never for its text.

Offsets are bytes, half-open; `puppet_grammar.text` turns them into lines and columns. Nothing here reads or writes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Generic, Literal, ParamSpec, TypeVar

from puppet_grammar.named import NamedTuple
from puppet_grammar.table import Table

P = ParamSpec("P")
Q = ParamSpec("Q")
T = TypeVar("T")


class Severity(IntEnum):
    """The severity of a finding, with the numbers of the Language Server Protocol: smaller ones are more severe."""

    ERROR = 1
    WARNING = 2
    INFO = 3
    HINT = 4

    @property
    def text(self) -> str:
        """The severity in output: `error`, `warning`, `info` or `hint`."""
        return self.name.lower()


SEVERITY: dict[str, Severity] = {severity.text: severity for severity in Severity}
"""Severities by their text."""

Tag = Literal["unnecessary", "deprecated"]
"""How an editor may render the code of a finding: faded out, or struck through."""
CO_VARARGS = 0x04
"""The flag of a code object with a `*args` parameter; importing `inspect` for it takes 15 ms."""
Plain = str | int | float | bool | None
"""Values in the machine-readable data of a diagnostic."""


# ---- diagnostics


class Edit(NamedTuple):
    """A replacement of the bytes from `start` to `end`, of a file other than the diagnostic's own if `path` names one."""

    start: int
    end: int
    replacement: str
    path: str | None = None
    """An absolute path; a file that does not exist is created with the replacement as its text."""
    placeholders: tuple[tuple[int, int], ...] = ()
    """The parts of the replacement that the user is to replace, in characters and in order."""


class Fix(NamedTuple):
    """Edits that resolve a finding; their offsets are those of the text before any of them.

    A safe fix keeps the meaning of the code, or gives a meaning to code that has none, and may be applied without asking. Guesses and
    removals of what may have been meant are unsafe.
    """

    title: str
    edits: tuple[Edit, ...]
    safety: Literal["safe", "unsafe"] = "unsafe"
    keeps: Literal["tree", "meaning"] = "meaning"
    """What a safe fix keeps: the syntax tree, which is verified, or the meaning, as the manual page of its code explains."""

    @property
    def is_safe(self) -> bool:
        """Whether it may be applied without asking."""
        return self.safety == "safe"


class Related(NamedTuple):
    """Another place that explains a finding."""

    start: int
    end: int
    message: str
    path: str | None = None
    """The path of the file; None means the diagnostic's own."""
    is_joined: bool = False
    """Whether it is the place of another finding of the same cause, which is a part of this one."""


MAX_JOINED = 10
"""How many other uses of one cause are related places of a finding."""


class Diagnostic(NamedTuple):
    """One finding in a text."""

    start: int
    end: int
    severity: Severity
    code: str
    message: str
    related: tuple[Related, ...] = ()
    tags: tuple[Tag, ...] = ()
    fixes: tuple[Fix, ...] = ()
    """The fixes, the most likely one first."""
    data: tuple[tuple[str, Plain], ...] = ()
    """The arguments of the message by name, in machine-readable form."""

    def argument(self, name: str) -> Plain:
        """An argument of the message; None without one of that name."""
        return next((value for key, value in self.data if key == name), None)

    @property
    def joined_places(self) -> list[int]:
        """The offsets of the other findings that were joined into this one, of which no more than `MAX_JOINED` are known."""
        return [each.start for each in self.related if each.is_joined]


# ---- issues


class Page(NamedTuple):
    """The manual page of an issue: a resource inside an import package."""

    package: str
    file: str


class Issue(NamedTuple):
    """A kind of finding: its code, default severity, summary, manual page, and how editors render it."""

    code: str
    severity: Severity
    summary: str
    page: Page
    tags: tuple[Tag, ...] = ()


ISSUES: Table[str, Issue] = Table("the issues")
"""Every issue by its code, registered when the module that declares it is imported."""


DECLARING: list[Callable[[], None]] = []
"""Functions that import modules which declare issues, and which are imported only when they are needed otherwise."""


def all_declared() -> Mapping[str, Issue]:
    """Every issue by its code."""
    for each in DECLARING:
        each()
    return ISSUES


class Wording(Generic[P]):
    """A wording of an issue: a function that maps typed arguments to the text of a message.

    An issue has one or more of them; `reference` is Puppet's issue code if it differs from ours.
    """

    __slots__ = ("_names", "_rest", "issue", "reference", "words")

    def __init__(self, issue: Issue, words: Callable[P, str], reference: str | None = None) -> None:
        self.issue = issue
        self.words = words
        self.reference = reference or issue.code.upper().replace("-", "_")
        code = words.__code__
        count = code.co_argcount + code.co_kwonlyargcount
        self._names = code.co_varnames[:count]
        self._rest = code.co_varnames[count] if code.co_flags & CO_VARARGS else None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Message:
        """The message with these arguments."""
        return Message(self, args, dict(kwargs))

    def variant(self, reference: str | None = None) -> Callable[[Callable[Q, str]], Wording[Q]]:
        """Declare another wording of the same issue."""
        return lambda words: Wording(self.issue, words, reference)

    def named(self, args: tuple[object, ...], kwargs: Mapping[str, object]) -> dict[str, object]:
        """The arguments by parameter name, without those that have their defaults."""
        found = dict(zip(self._names, args, strict=False))
        if self._rest is not None and len(args) > len(self._names):
            found[self._rest] = args[len(self._names) :]
        return {**found, **kwargs}

    def __repr__(self) -> str:
        return f"<{self.issue.code}: {self.words.__qualname__}>"


class Message(NamedTuple):
    """An issue with the arguments of its wording, without a location."""

    wording: Wording[...]
    args: tuple[object, ...] = ()
    kwargs: Mapping[str, object] = {}
    meant: str | None = None
    """The existing name that an unknown one was probably meant to be."""
    note: str | None = None
    """The history of an unknown name that existed once."""

    @property
    def issue(self) -> Issue:
        """The issue that the message reports."""
        return self.wording.issue

    @property
    def arguments(self) -> dict[str, object]:
        """The arguments by name."""
        return self.wording.named(self.args, self.kwargs)

    @property
    def text(self) -> str:
        """The text of the message."""
        words = self.wording.words(*self.args, **self.kwargs)
        if self.note is not None:
            return f"{words.removesuffix('.')}; {self.note}"
        return words if self.meant is None else f"{words.removesuffix('.')}, did you mean '{self.meant}'?"

    def suggesting(self, meant: str | None) -> Message:
        """The message with the name that was probably meant; unchanged if `meant` is None."""
        return self if meant is None else self._replace(meant=meant)

    def reported_as(self, wording: Wording[...]) -> Message:
        """The same words and arguments as a message of another issue, which is that of `wording`."""
        return self._replace(wording=Wording(wording.issue, self.wording.words, wording.reference))

    def noting(self, note: str) -> Message:
        """The message with the history of the unknown name that it is about."""
        return self._replace(note=note)

    def at(
        self,
        start: int,
        end: int,
        *,
        related: tuple[Related, ...] = (),
        fixes: tuple[Fix, ...] = (),
        severity: Severity | None = None,
    ) -> Diagnostic:
        """The diagnostic for the bytes from `start` to `end`; `severity` overrides that of the issue."""
        data = [(name, _plain(value)) for name, value in self.arguments.items()]
        if self.meant is not None:
            data.append(("meant", self.meant))
        issue = self.issue
        return Diagnostic(start, end, severity or issue.severity, issue.code, self.text, related, issue.tags, fixes, tuple(data))


def issue(
    severity: Severity, *, tags: tuple[Tag, ...] = (), code: str | None = None, reference: str | None = None
) -> Callable[[Callable[P, str]], Wording[P]]:
    """Declare an issue by the function that words it.

    The function's name with hyphens is the code, unless `code` gives another; the first line of its docstring is the summary; the manual
    page is `pages/<code>.md` beside the function's module.
    """

    def declare(words: Callable[P, str]) -> Wording[P]:
        name = code or words.__name__.strip("_").replace("_", "-")
        summary = (words.__doc__ or "").partition("\n")[0].rstrip(".")
        return Wording(declared(name, severity, summary, words.__module__, tags), words, reference)

    return declare


def declared(code: str, severity: Severity, summary: str, module: str, tags: tuple[Tag, ...] = ()) -> Issue:
    """Declare an issue on behalf of a module; its manual page is in the folder `pages` beside the module."""
    made = ISSUES[code] = Issue(code, severity, summary, Page(module.rpartition(".")[0], f"pages/{code}.md"), tags)
    return made


def _plain(value: object) -> Plain:
    if value is None or isinstance(value, str | int | float):
        return value
    return "; ".join(map(str, value)) if isinstance(value, tuple) else str(value)
