"""The parts of a text in which a variable is a parameter of the definition, lambda or template around it."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.features.structure.query import captures
from puppet_grammar.parse import SyntaxTree
from puppet_grammar.text import Span

PARAMETER = "variable.parameter"


class ParameterScopes(dict[str, list[Span]]):
    """The spans in which each name is a parameter, in their order."""

    def is_parameter(self, name: str, offset: int) -> bool:
        """Whether a variable at an offset is a parameter."""
        return any(start <= offset < end for start, end in self.get(name, ()))

    def moved(self, old: Span, new: Span) -> ParameterScopes | None:
        """The same spans in a text of which a part has been replaced; None if one begins or ends in that part."""
        shift = new.end - old.end
        found = ParameterScopes()
        for name, spans in self.items():
            for start, end in spans:
                if old.start <= start < old.end or old.start < end < old.end:
                    return None
                found.setdefault(name, []).append(
                    Span(start if start < old.start else start + shift, end if end <= old.start else end + shift)
                )
        return found


def parameter_scopes(tree: SyntaxTree) -> ParameterScopes:
    """The scopes of all parameters of a text."""
    found = ParameterScopes()
    for name, span in _parameters(tree):
        found.setdefault(name, []).append(span)
    return found


def _parameters(tree: SyntaxTree) -> Iterator[tuple[str, Span]]:
    """Each parameter with the span of the innermost scope around it."""
    around: list[Span] = []
    for start, negative_end, _, capture in captures("parameters", tree):
        while around and around[-1].end <= start:
            around.pop()
        if capture != PARAMETER:
            around.append(Span(start, -negative_end))
        elif around:
            yield tree.text.slice(start + 1, -negative_end), around[-1]
