"""What the body of a class, define or node declares whenever it is evaluated, or on an operating system or for a parameter, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from puppet_check.reports.catalogs.manifest_text import class_name
from puppet_check.reports.catalogs.system_refusals import accepted_systems
from puppet_check.rules.duplicate_resource import ASKING, LEAVING, calls_any, lower_name, plain_text
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.infer.resolution import names_assigned_by
from puppet_typesys.loader import CLASS

INCLUDING = frozenset(("include", "contain", "require"))
ENDING = frozenset(("fail", "return"))
RETURN = frozenset(("return",))
FAIL = frozenset(("fail",))
MOST_ELEMENTS = 50
"""The number of elements of a list that are followed through a loop."""
OWN_TITLES = frozenset(("title", "name"))
OF_FACTS = frozenset(("facts", "::facts"))
UNNAMED = ""
"""The title of a resource that is computed."""
OF_SYSTEM = lazy_pattern(
    r"\s*\$(?:(?:::)?facts\[['\"](?:os['\"]\](?:\[['\"]\w+['\"]\])+|(?:kernel|osfamily|operatingsystem\w*)['\"]\])|(?:::)?(?:os(?:family)?|operatingsystem\w*|lsbdistcodename|kernel))"
    r"\s*(?:(?:==|!=|=~)\s*(?:'[^']*'|\"[^\"$]*\"|/[^/]*/))?\s*"
)
"""A value or comparison of facts about the operating system alone, which is the same everywhere in a catalog."""

Kind = Literal["included", "declared class", "declared", "ensured", "refused"]


class Test(NamedTuple):
    """What selects a part of a body: a test of the operating system, or of parameters alone."""

    text: str
    owner: str = ""
    """The class or define whose parameters are tested."""
    parameters: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    """Other parameters that the code refuses for some of their values, as it fails."""


Condition = tuple[Test, ...]
"""The tests around a statement; empty for none."""


class Statement(NamedTuple):
    """A part of a body that declares something."""

    kind: Kind
    type: str
    """In lower case."""
    title: str
    start: int
    end: int
    condition: Condition = ()
    attributes: bytes = b""
    """The text of the attributes of a resource, without white space."""
    is_virtual: bool = False
    """Whether it is virtual or exported, so that a define of that title may not be evaluated."""
    systems: frozenset[str] = frozenset()
    """The systems on which a body does not stop, if a part of it does on others: `refused`."""


def statements_of(
    body: ast.Expression | None, text: Text, owner: str = "", parameters: Sequence[ast.Parameter] = (), *, inherits: bool = False
) -> list[Statement]:
    """The statements of a body whose classes and titles are literal, up to where it may be left; none of broken code.

    Of what parameters of the `owner`, a class, decide about, those with classes.
    """
    nodes = {} if body is None else ast.by_class(body)
    if body is None or ast.ErrorNode in nodes:
        return []
    names = frozenset(each.name for each in parameters)
    hidden = None if inherits else names | names_assigned_by(ast.nodes_of(nodes, ast.AssignmentExpression))
    deciding = names if owner else frozenset[str]()
    refusals = [*_refusals(nodes, deciding), *_defaults(parameters)] if deciding else []
    stops = [Statement("refused", "", "", body.start, body.start, systems=each) for each in accepted_systems(nodes, text.source)]
    return [*stops, *_Reader(text, owner, deciding, refusals, hidden).read(body, ())]


def _defaults(parameters: Sequence[ast.Parameter]) -> Iterator[frozenset[str]]:
    """Parameters with those that their defaults are made of, which may exclude them."""
    for each in parameters:
        read = () if each.value is None else ast.of_class(each.value, ast.VariableExpression)
        if read:
            yield frozenset((each.name, *(one.name for one in read)))


def _refusals(nodes: ast.ByClass, parameters: frozenset[str]) -> Iterator[frozenset[str]]:
    """The parameters that are tested together by what fails, unless that is only if they are false."""
    for kind in (ast.IfExpression, ast.UnlessExpression, ast.CaseExpression, ast.SelectorExpression):
        for each in ast.nodes_of(nodes, kind):
            names = frozenset(one.name for one in ast.of_class(each, ast.VariableExpression)) & parameters
            if len(names) > 1 and calls_any(each, FAIL) and not _needs_falsehood(each, names):
                yield names


def _needs_falsehood(node: ast.Expression, names: frozenset[str]) -> bool:
    """Whether the first part of a conditional needs that some variables are false."""
    if isinstance(node, ast.IfExpression):
        return _truth(node.test, names) is False
    return isinstance(node, ast.UnlessExpression) and _truth(node.test, names) is True


def _truth(test: ast.Expression, names: frozenset[str]) -> bool | None:
    """Whether a test is true if some variables are; None if that is not known."""
    match test:
        case ast.VariableExpression(name=name):
            return True if name in names else None
        case ast.ParenthesizedExpression(expr=inner):
            return _truth(inner, names)
        case ast.NotExpression(expr=inner):
            found = _truth(inner, names)
            return None if found is None else not found
        case ast.AndExpression(left_expr=left, right_expr=right):
            both = {_truth(left, names), _truth(right, names)}
            return False if False in both else None if None in both else True
        case ast.OrExpression(left_expr=left, right_expr=right):
            both = {_truth(left, names), _truth(right, names)}
            return True if True in both else None if None in both else False
    return None


class _Reader:
    """Reads one body."""

    def __init__(
        self, text: Text, owner: str, parameters: frozenset[str], refusals: Sequence[frozenset[str]], hidden: frozenset[str] | None
    ) -> None:
        """`hidden` has the variables that are no facts; None if that is not known."""
        self._text = text
        self._owner = owner
        self._parameters = parameters
        self._refusals = refusals
        self._hidden = hidden
        self._has_ended = False

    def read(self, node: ast.Expression, condition: Condition) -> Iterator[Statement]:
        """The statements in a part of the body that is evaluated under a condition."""
        if self._has_ended:
            return
        match node:
            case ast.BlockExpression(statements=several):
                for each in several:
                    yield from self.read(each, condition)
            case ast.ParenthesizedExpression(expr=inner):
                yield from self.read(inner, condition)
            case ast.RelationshipExpression(left_expr=left, right_expr=right):
                yield from self.read(left, condition)
                yield from self.read(right, condition)
            case ast.CallNamedFunctionExpression():
                self._has_ended = called(node) in ENDING or calls_any(node, RETURN)
                yield from _of_call(node, condition)
            case ast.ResourceExpression(type_name=ast.QualifiedName() as type) if not calls_any(node, RETURN):
                yield from _of_resource(node, lower_name(type), condition, self._text)
            case ast.IfExpression() | ast.UnlessExpression() | ast.CaseExpression():
                yield from self._of_condition(node, condition)
            case ast.CallMethodExpression() if called(node) == "each" and not calls_any(node, LEAVING):
                yield from _of_loop(node, condition, self._text)
            case _:
                self._has_ended = calls_any(node, RETURN)

    def _of_condition(
        self, node: ast.IfExpression | ast.UnlessExpression | ast.CaseExpression, condition: Condition
    ) -> Iterator[Statement]:
        self._has_ended = calls_any(node, RETURN)
        test, names = self._source(node.test), self._decided_by(node.test)
        if self._has_ended or not (names or self._is_of_system(node.test, test)) or calls_any(node.test, ASKING):
            return
        for part, words, before in _parts(node):
            refused = frozenset[str]().union(*(each for each in self._refusals if each & names))
            texts = (test, *map(self._source, words), *(f"after {self._source(each)}" for each in before))
            one = Test(" ".join(texts), self._owner if names else "", names, refused)
            if part is not None:
                inside = self.read(part, (*condition, one))
                yield from (each for each in inside if each.type == CLASS) if names else inside
                self._has_ended = False

    def _is_of_system(self, node: ast.Expression, written: str) -> bool:
        """Whether a test is about the operating system, and not about variables of the same name."""
        if OF_SYSTEM.fullmatch(written) is None:
            return False
        names = {each.name for each in ast.of_class(node, ast.VariableExpression)}
        return (
            names <= OF_FACTS
            or all(name.startswith("::") for name in names)
            or (self._hidden is not None and names.isdisjoint(self._hidden))
        )

    def _decided_by(self, test: ast.Expression) -> frozenset[str]:
        """The parameters that a test reads; none if it reads anything else."""
        names = frozenset(each.name for each in ast.of_class(test, ast.VariableExpression))
        has_calls = any(isinstance(each, ast.CallNamedFunctionExpression | ast.CallMethodExpression) for each in ast.walk(test))
        return frozenset() if has_calls or not names <= self._parameters else names

    def _source(self, node: ast.Node) -> str:
        return self._text.source[node.start : node.end].decode(errors="replace")


def _parts(node: ast.Expression) -> Iterator[tuple[ast.Expression | None, Sequence[ast.Expression], Sequence[ast.Expression]]]:
    """The parts of a conditional that a test selects.

    Each has what the value of the test is compared to, and what it was compared to before that may be equal to the same.
    """
    match node:
        case ast.IfExpression():
            yield node.then_expr, (), ()
            yield node.else_expr, (), (node.test,)
        case ast.CaseExpression():
            before: list[ast.Expression] = []
            for each in node.options:
                if not any(isinstance(value, ast.LiteralDefault) for value in each.values):
                    are_texts = all(isinstance(value, ast.LiteralString) for value in each.values)
                    yield each.then_expr, each.values, [one for one in before if not (are_texts and isinstance(one, ast.LiteralString))]
                else:
                    yield each.then_expr, each.values, _compared(node)
                before += each.values


def _compared(node: ast.CaseExpression) -> list[ast.Expression]:
    """What the value of a test is compared to before the default is taken."""
    return [value for each in node.options for value in each.values if not isinstance(value, ast.LiteralDefault)]


def _of_call(call: ast.CallNamedFunctionExpression, condition: Condition) -> Iterator[Statement]:
    name, given = called(call), call.arguments
    if name in INCLUDING:
        for title in (title for each in given for title in literal_titles(each)):
            yield Statement("included", CLASS, class_name(title.value), title.start, title.end, condition)
    elif name == "ensure_packages" and given:
        for title in literal_titles(given[0]):
            yield Statement("ensured", "package", title.value, title.start, title.end, condition)
    elif name == "ensure_resource" and len(given) > 1:
        for type in literal_titles(given[0]):
            for title in literal_titles(given[1]):
                yield Statement("ensured", class_name(type.value), title.value, title.start, title.end, condition)


def _of_resource(node: ast.ResourceExpression, type: str, condition: Condition, text: Text) -> Iterator[Statement]:
    is_virtual = node.form != "regular"
    for body in node.bodies:
        titles = [*literal_titles(body.title)]
        if type == CLASS:
            yield from (Statement("declared class", CLASS, class_name(each.value), each.start, each.end, condition) for each in titles)
        else:
            plain = plain_text(body.operations, text)
            for each in titles:
                if each.value:
                    yield Statement("declared", type, _plain(type, each.value), each.start, each.end, condition, plain, is_virtual)
            if not titles and _is_some_title(body.title):
                yield Statement("declared", type, UNNAMED, body.title.start, body.title.end, condition, is_virtual=is_virtual)


def _of_loop(call: ast.CallMethodExpression, condition: Condition, text: Text) -> Iterator[Statement]:
    """What a lambda declares for each of some literal texts and numbers, under titles with them in it."""
    over, block = call.functor_expr.left_expr, call.lambda_
    if not isinstance(over, ast.LiteralList) or block is None or block.body is None or len(block.parameters) != 1:
        return
    elements = [str(each.value) for each in over.values if isinstance(each, ast.LiteralString | ast.LiteralInteger)]
    name = block.parameters[0].name
    for node in block.body.statements if isinstance(block.body, ast.BlockExpression) else (block.body,):
        if isinstance(node, ast.ResourceExpression) and isinstance(node.type_name, ast.QualifiedName) and node.form == "regular":
            for body in node.bodies:
                plain, type = plain_text(body.operations, text), lower_name(node.type_name)
                for title in filter(None, (_filled(body.title, name, each) for each in elements[:MOST_ELEMENTS])):
                    yield Statement("declared", type, _plain(type, title), body.title.start, body.title.end, condition, plain)


def _filled(title: ast.Expression, name: str, element: str) -> str:
    """A title with an element for the one variable that it has; empty for any other title."""
    parts = title.segments if isinstance(title, ast.ConcatenatedString) else (title,)
    found = ""
    for each in parts:
        value = each.expr if isinstance(each, ast.TextExpression) else each
        if isinstance(value, ast.VariableExpression) and value.name == name:
            found += element
        elif isinstance(value, ast.LiteralString):
            found += value.value
        else:
            return ""
    return found if len(parts) > 1 else ""


def _is_some_title(title: ast.Expression) -> bool:
    """Whether a title that is not literal has a value for certain, as no list does that may be empty."""
    match title:
        case ast.VariableExpression(name=name):
            return name in OWN_TITLES
        case ast.LiteralList(values=values):
            return any(map(_is_some_title, values))
        case ast.ParenthesizedExpression(expr=inner):
            return _is_some_title(inner)
    return isinstance(title, ast.ConcatenatedString)


def literal_titles(title: ast.Expression) -> Iterator[ast.LiteralString | ast.QualifiedName]:
    """The literal titles of an expression that is one or a list of them."""
    match title:
        case ast.LiteralString() | ast.QualifiedName():
            yield title
        case ast.LiteralList(values=values):
            for each in values:
                yield from literal_titles(each)
        case ast.ParenthesizedExpression(expr=inner):
            yield from literal_titles(inner)


def _plain(type: str, title: str) -> str:
    """A title as catalogs have it."""
    return title.rstrip("/") or title if type == "file" else title
