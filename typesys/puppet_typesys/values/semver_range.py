"""SemVerRange: a set of versions, such as `>=1.0.0 <2.0.0 || 3.x`."""

from __future__ import annotations

import re
from collections.abc import Callable

from puppet_grammar.dataclass import dataclass
from puppet_typesys.values.errors import ArgumentError, BudgetError, InternalError
from puppet_typesys.values.semver import HIGHEST, LOWEST, SemVer, build_parts, prerelease_parts

LONGEST = 4000
"""The number of characters of a range; reading one takes quadratic time."""


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """A contiguous set of versions between two bounds. A bound is an operator and a version: `=`, `<`, `>=`, `*` and so on."""

    lower: Bound
    upper: Bound

    @property
    def begin(self) -> SemVer:
        return self.lower.version if self.lower.operator in (">", ">=", "=") else LOWEST

    @property
    def end(self) -> SemVer:
        return self.upper.version if self.upper.operator in ("<", "<=", "=") else HIGHEST

    @property
    def excludes_begin(self) -> bool:
        return self.lower.operator == ">"

    @property
    def excludes_end(self) -> bool:
        return self.upper.operator == "<"

    def contains(self, version: SemVer) -> bool:
        """Whether a version is between the bounds."""
        return self.lower.contains(version) and self.upper.contains(version)

    def includes(self, version: SemVer) -> bool:
        """Whether a version is in the span; a prerelease is only if a bound is a prerelease with the same numbers, or open."""
        return self.contains(version) and (version.is_stable or self.lower.admits(version) or self.upper.admits(version))

    @property
    def has_lower(self) -> bool:
        bound = self.lower
        return bound.operator == ">" or (bound.operator in (">=", "=") and bound.version != LOWEST)

    @property
    def has_upper(self) -> bool:
        bound = self.upper
        return bound.operator == "<" or (bound.operator in ("<=", "=") and bound.version != HIGHEST)

    def intersection(self, other: Span) -> Span | None:
        """The intersection of two spans; None if it is empty."""
        if self.lower.operator == "*":
            return other
        for first, second in ((self, other), (other, self)):
            order = first.begin.compare(second.end)
            if order > 0 or (order == 0 and (first.excludes_begin or second.excludes_end)):
                return None
            if order == 0:
                return single(Bound("=", first.begin))
        order = self.begin.compare(other.begin)
        low = other if order < 0 or (order == 0 and not self.excludes_begin) else self
        order = self.end.compare(other.end)
        high = other if order > 0 or (order == 0 and not self.excludes_end) else self
        if not high.has_upper:
            return low
        return high if not low.has_lower else Span(low.lower, high.upper)

    def merged(self, other: Span) -> Span | None:
        """The union of two spans; None if there is a gap between them."""
        if self.lower.operator == "*":
            return self
        if self.contains(other.begin) or other.contains(self.begin):
            if self.end == other.end or not self.end.compare(other.end):
                raise InternalError("the reference cannot merge ranges with the same end")
            first = self if self.begin < other.begin else other
            excludes_begin = first.excludes_begin
            if not self.begin.compare(other.begin):
                excludes_begin = self.excludes_begin and other.excludes_begin
            last = self if self.end > other.end else other
            return _from_to(first.begin, excludes_begin, last.end, last.excludes_end)
        for before, after in ((self, other), (other, self)):
            if before.excludes_end and not after.excludes_begin and before.end == after.begin:
                return _from_to(before.begin, before.excludes_begin, after.end, after.excludes_end)
        for before, after in ((self, other), (other, self)):
            if not before.excludes_end and not after.excludes_begin and before.end.next_patch() == after.begin:
                return _from_to(before.begin, before.excludes_begin, after.end, after.excludes_end)
        return None

    def _parts(self) -> tuple[object, ...]:
        return self.lower.operator, self.lower.version, self.upper.operator, self.upper.version

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __str__(self) -> str:
        return str(self.lower) if self.lower is self.upper else f"{self.lower} {self.upper}"


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """One bound of a span."""

    operator: str
    version: SemVer = LOWEST

    def contains(self, version: SemVer) -> bool:
        return _CONTAINS[self.operator](version, self.version)

    def admits(self, version: SemVer) -> bool:
        """Whether a prerelease is allowed: one with the same numbers as the bound, if that is a prerelease."""
        return self.operator == "*" or (not self.version.is_stable and self.version.same_numbers(version))

    def __str__(self) -> str:
        if self is _NOTHING:
            return "<0.0.0"
        return "*" if self.operator == "*" else f"{'' if self.operator == '=' else self.operator}{self.version}"


_CONTAINS: dict[str, Callable[[SemVer, SemVer], bool]] = {
    "*": lambda version, bound: True,
    ">": SemVer.__gt__,
    ">=": SemVer.__ge__,
    "<": SemVer.__lt__,
    "<=": SemVer.__le__,
    "=": SemVer.__eq__,
}


def single(bound: Bound) -> Span:
    """A span with one bound."""
    return Span(bound, bound)


def _spanned(operator: str, version: SemVer) -> Span:
    return single(Bound(operator, version))


_NOTHING = Bound("<", LOWEST)
ALL = single(Bound("*"))
NOTHING = single(_NOTHING)


def _from_to(begin: SemVer, excludes_begin: bool, end: SemVer, excludes_end: bool) -> Span | None:
    return _spanned(">" if excludes_begin else ">=", begin).intersection(_spanned("<" if excludes_end else "<=", end))


class SemVerRange:
    """The versions in one or more spans; its text is the one that it was made from."""

    __slots__ = ("_text", "spans")
    RUBY_NAME = "SemanticPuppet::VersionRange"

    def __init__(self, spans: list[Span], text: str | None = None) -> None:
        self.spans = tuple(_merged_spans(spans)) or (NOTHING,)
        self._text = text

    @staticmethod
    def parse(text: str) -> SemVerRange:
        """The range that a text denotes."""
        if len(text) > LONGEST:
            raise BudgetError("a range of versions is too long")
        plain = re.sub(r"([><=~^])(?:\s+|\s*v)", r"\1", text)
        parts = re.split(r"\s*\|\|\s*", plain)
        while parts and not parts[-1]:
            parts.pop()
        if not parts:
            return SemVerRange([ALL], "*")
        spans = (_parse_part(part, text) for part in parts)
        return SemVerRange(list(dict.fromkeys(span for span in spans if span is not None)), text)

    @staticmethod
    def read(text: str) -> SemVerRange | None:
        """The range that a text denotes; None if it denotes none, or is too long."""
        try:
            return SemVerRange.parse(text)
        except (ArgumentError, InternalError, BudgetError):
            return None

    @staticmethod
    def between(low: SemVer | None, high: SemVer | None, *, excludes_end: bool = False) -> SemVerRange:
        """The range between two versions; None is unbounded."""
        low, high = low or LOWEST, high or HIGHEST
        span = _from_to(low, False, high, excludes_end)
        # As in the reference, which swaps the two in the text.
        text = f">={high} <{low}" if excludes_end else f"{high} - {low}"
        return SemVerRange([] if span is None else [span], text)

    def includes(self, version: SemVer) -> bool:
        """Whether a version is in the range."""
        return any(span.includes(version) for span in self.spans)

    def canonical(self) -> str:
        """The normalized text of the range."""
        return " || ".join(map(str, self.spans))

    def only_span(self) -> Span:
        """The only span of the range; raises InternalError if there are several, as in the reference."""
        if len(self.spans) != 1:
            raise InternalError("a range with several spans has no begin")
        return self.spans[0]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SemVerRange) and self.spans == other.spans

    def __hash__(self) -> int:
        return hash(self.spans)

    def __str__(self) -> str:
        return self.canonical() if self._text is None else self._text

    def __repr__(self) -> str:
        return f"SemVerRange({str(self)!r})"


def _merged_spans(spans: list[Span]) -> list[Span]:
    """Merge spans that overlap or adjoin."""
    changed = True
    while len(spans) > 1 and changed:
        changed = False
        result: list[Span] = []
        while spans:
            span = spans.pop()
            apart: list[Span] = []
            for each in spans:
                both = span.merged(each)
                if both is None:
                    apart.append(each)
                else:
                    span, changed = both, True
            result.append(span)
            spans = apart
        spans = result[::-1]
    return spans


# Compiled on first use, as most runs read no range.
_NUMBER = r"(x|X|\*|0|[1-9][0-9]*)"
_WORDS = r"[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*"
_PARTIAL = rf"{_NUMBER}(?:\.{_NUMBER}(?:\.{_NUMBER}(?:-({_WORDS}))?(?:\+({_WORDS}))?)?)?"
_PLAIN = _PARTIAL.replace("(?:", "(").replace("(", "(?:")
_SIMPLE = rf"([<>=~^]|<=|>=|~>|~=)?({_PLAIN})"
_HYPHEN = rf"({_PLAIN})\s+-\s+({_PLAIN})"


def _parse_part(part: str, whole: str) -> Span | None:
    """The span of a part between two `||`."""
    if hyphen := re.fullmatch(_HYPHEN, part):
        return _spanned(">=", _lowest(hyphen[1])).intersection(_spanned("<=", _lowest(hyphen[2])))
    spans: list[Span] = []
    for word in re.split(r"\s+", part.rstrip()) if part else ():
        simple = re.fullmatch(_SIMPLE, word)
        if simple is None:
            raise ArgumentError(f'Unparsable version range: "{whole}"')
        spans.append(_RULES[simple[1] or "="](simple[2]))
    return _intersected(spans) if spans else None


def _intersected(spans: list[Span]) -> Span | None:
    result: Span | None = spans[0]
    for span in spans[1:]:
        if result is None:
            raise InternalError("the reference cannot go on with an empty range")
        result = result.intersection(span)
    return result


def _numbers(partial: str) -> list[int]:
    """The numbers of a partial version, up to the first one that is omitted."""
    found = re.fullmatch(_PARTIAL, partial)
    assert found is not None
    numbers: list[int] = []
    for text in found.groups()[:3]:
        if text is None or text in "xX*":
            break
        numbers.append(int(text))
    return numbers


def _lowest(partial: str) -> SemVer:
    """A partial version with 0 for omitted numbers."""
    found = re.fullmatch(_PARTIAL, partial)
    assert found is not None
    major, minor, patch = (0 if text is None or text in "xX*" else int(text) for text in found.groups()[:3])
    return SemVer(major, minor, patch, prerelease_parts(found[4]), build_parts(found[5]))


def _up_to(low: SemVer, *high: int) -> Span:
    return Span(Bound(">=", low), Bound("<", SemVer(high[0], high[1] if len(high) > 1 else 0, 0)))


def _open(partial: str) -> Span | None:
    """The versions that match a partial version; None if no number is omitted."""
    match _numbers(partial):
        case []:
            return ALL
        case [major]:
            return _up_to(SemVer(major, 0, 0), major + 1)
        case [major, minor]:
            return _up_to(SemVer(major, minor, 0), major, minor + 1)
    return None


def _exact(partial: str) -> Span:
    return _open(partial) or _spanned("=", _lowest(partial))


def _tilde(partial: str) -> Span:
    major, minor = (*_numbers(partial), 0, 0)[:2]
    return _open(partial) or _up_to(_lowest(partial), major, minor + 1)


def _caret(partial: str) -> Span:
    match _numbers(partial):
        case []:
            raise InternalError("the reference cannot read a caret before an open version")
        case [0, *_]:
            return _tilde(partial)
        case [major, *_]:
            return _up_to(_lowest(partial), major + 1)
    raise AssertionError(partial)


def _above(partial: str) -> Span:
    match _numbers(partial):
        case []:
            return NOTHING
        case [major]:
            return _spanned(">=", SemVer(major + 1, 0, 0))
        case [major, minor]:
            return _spanned(">=", SemVer(major, minor + 1, 0))
    return _spanned(">", _lowest(partial))


def _at_most(partial: str) -> Span:
    match _numbers(partial):
        case []:
            raise InternalError("the reference cannot read <= before an open version")
        case [major]:
            return _spanned("<", SemVer(major + 1, 0, 0))
        case [major, minor]:
            return _spanned("<", SemVer(major, minor + 1, 0))
    return _spanned("<=", _lowest(partial))


_RULES: dict[str, Callable[[str], Span]] = {
    "~": _tilde,
    "~>": _tilde,
    "~=": _tilde,
    "^": _caret,
    ">": _above,
    ">=": lambda partial: _spanned(">=", _lowest(partial)),
    "<": lambda partial: _spanned("<", _lowest(partial)),
    "<=": _at_most,
    "=": _exact,
}


def exactly(version: SemVer) -> SemVerRange:
    """The range of a single version."""
    return SemVerRange.between(version, version)


def covered_by(a: SemVerRange, b: SemVerRange) -> bool:
    """Whether range `a` is contained in range `b`, for assignability of types."""
    inner, outer = a.only_span(), b.only_span()
    if not outer.begin <= inner.begin:
        return False
    return outer.end > inner.end or (outer.end == inner.end and (not outer.excludes_end or inner.excludes_end))


def merge(a: SemVerRange, b: SemVerRange) -> SemVerRange | None:
    """The union of two ranges of a type; None if there is a gap between them."""
    first, second = a.only_span(), b.only_span()
    if a.includes(second.begin) or b.includes(first.begin):
        end = second.end if second.end > first.end else first.end
        excludes_end = False
        if first.excludes_end:
            excludes_end = end == first.end and (end > second.end or second.excludes_end)
        elif second.excludes_end:
            excludes_end = end == second.end and (end > first.end or first.excludes_end)
        return SemVerRange.between(min(first.begin, second.begin), end, excludes_end=excludes_end)
    for before, after in ((first, second), (second, first)):
        if before.excludes_end and before.end == after.begin:
            return SemVerRange.between(before.begin, after.end, excludes_end=after.excludes_end)
    return None
