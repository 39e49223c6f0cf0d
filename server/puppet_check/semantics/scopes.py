"""The variables that each scope of a program sets and reads, by name, without values and order.

A read counts for every variable that it may refer to, so a variable that is reported as unused certainly is.
"""

from __future__ import annotations

from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_grammar.dataclass import dataclass, field
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.argument_roles import Role, functions_with

BODIES = (ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition, ast.PlanDefinition, ast.NodeDefinition)
ScopeNode = (
    ast.Program
    | ast.HostClassDefinition
    | ast.ResourceTypeDefinition
    | ast.FunctionDefinition
    | ast.PlanDefinition
    | ast.NodeDefinition
    | ast.LambdaExpression
)
PLAIN = lazy_pattern(r"\$?([a-z_]\w*)(?:\.|\Z)")
BY_NAME = functions_with(Role.VARIABLE, Role.DEFINITION)
"""Functions whose argument is the name of a variable."""
NOTED = frozenset(
    (
        *BODIES,
        ast.VariableExpression,
        ast.AssignmentExpression,
        ast.LambdaExpression,
        ast.CallNamedFunctionExpression,
        ast.CallMethodExpression,
    )
)
"""Classes of nodes that are relevant for scopes; most nodes are not."""


@dataclass(eq=False)
class Scope:
    """A body with variables of its own."""

    node: ScopeNode
    parent: Scope | None = None
    """The enclosing scope of a lambda; definitions have none."""
    parameters: dict[str, ast.Parameter] = field(default_factory=dict)
    assigned: dict[str, ast.VariableExpression] = field(default_factory=dict)
    """The first assignment of each variable with an unqualified name."""
    unpacked: set[str] = field(default_factory=set)
    """The variables that are set by destructuring an array."""
    results: set[str] = field(default_factory=set)
    """The variables whose assignment is also the value of the body."""
    read: set[str] = field(default_factory=set)
    is_open: bool = False
    """Whether its variables may be read by a template or by a computed name."""

    def open(self) -> None:
        """Note that its variables may be read by a template or by a computed name."""
        self.is_open = True

    def add_inner(self, inner: Scope) -> None:
        """Note what a scope inside of it reads of its variables."""
        self.is_open |= inner.is_open
        self.read |= inner.read - inner.parameters.keys()

    @property
    def names(self) -> set[str]:
        """All its variables."""
        return {*self.parameters, *self.assigned, *self.unpacked}


@dataclass()
class Scopes:
    """The scopes of a program, outer ones first."""

    all: list[Scope]
    by_node: dict[int, Scope]
    """The scope of each variable and call, by the identity of its node."""
    callers: dict[int, str]
    """The function that each lambda is passed to, by the identity of its node."""

    def around(self, node: ast.Node) -> list[Scope]:
        """The scopes that are visible to a variable or call, from the inside out."""
        found = []
        scope = self.by_node.get(id(node))
        while scope is not None:
            found.append(scope)
            scope = scope.parent
        return found


def scopes(program: ast.Program) -> Scopes:
    """The scopes of a program."""
    made = Scopes([Scope(program)], {}, {})
    waiting: list[tuple[ast.Node, Scope]] = [(program.body, made.all[0])]
    take, put = waiting.pop, waiting.append
    while waiting:
        node, scope = take()
        if node.__class__ in NOTED:
            inside = _noted(node, scope, made)
            if inside is None:
                continue
            scope = inside
            if isinstance(node, ast.AssignmentExpression) and node.operator == "=" and _assign(node.left_expr, scope, made):
                put((node.right_expr, scope))
                continue
        # Like `ast.children`, which takes twice the time.
        many = node._many
        for name in node._child:
            value = getattr(node, name)
            if name in many:
                for each in value:
                    put((each, scope))
            elif value is not None:
                put((value, scope))
    for scope in reversed(made.all):
        if scope.parent is not None:
            scope.parent.add_inner(scope)
    return made


def _noted(node: ast.Node, scope: Scope, made: Scopes) -> Scope | None:
    """Record what a node sets or reads; returns the scope for its children, or None if they are not visited."""
    match node:
        case ast.VariableExpression():
            made.by_node[id(node)] = scope
            scope.read.add(node.name)
            return None if node.name else scope
        case ast.LambdaExpression():
            return _entered(node, scope, made)
        case ast.CallNamedFunctionExpression() | ast.CallMethodExpression():
            made.by_node[id(node)] = scope
            _call(node, scope)
            if node.lambda_ is not None:
                made.callers[id(node.lambda_)] = called(node)
        case _ if isinstance(node, BODIES):
            return _entered(node, None, made)
    return scope


def _entered(node: ScopeNode, parent: Scope | None, made: Scopes) -> Scope:
    scope = Scope(node, parent)
    made.all.append(scope)
    if not isinstance(node, ast.NodeDefinition | ast.Program):
        scope.parameters = {each.name: each for each in node.parameters}
        if isinstance(node, ast.LambdaExpression | ast.FunctionDefinition):
            scope.results = _results(node.body)
    return scope


def _assign(target: ast.Expression, scope: Scope, made: Scopes) -> bool:
    """Record the variables that an assignment sets; returns False if they are uncertain."""
    match target:
        case ast.VariableExpression():
            made.by_node[id(target)] = scope
            scope.assigned.setdefault(target.name, target)
            return True
        case ast.LiteralList():
            for each in target.values:
                if isinstance(each, ast.VariableExpression):
                    made.by_node[id(each)] = scope
                    scope.unpacked.add(each.name)
            return True
    return False


def _results(body: ast.Expression | None) -> set[str]:
    """The variables whose assignment may be the value of a body."""
    found: set[str] = set()
    waiting = [body]
    while waiting:
        match waiting.pop():
            case ast.BlockExpression(statements=(*_, last)):
                waiting.append(last)
            case ast.IfExpression() | ast.UnlessExpression() as choice:
                waiting += choice.then_expr, choice.else_expr
            case ast.CaseExpression(options=options):
                waiting += [each.then_expr for each in options]
            case ast.AssignmentExpression(left_expr=ast.VariableExpression() as variable):
                found.add(variable.name)
    return found


def _call(node: ast.Node, scope: Scope) -> None:
    name = called(node)
    if "template" in name or name == "inline_epp":
        scope.open()
    elif name in BY_NAME:
        for each in arguments(node):
            if not isinstance(each, ast.LiteralString | ast.QualifiedName | ast.QualifiedReference):
                scope.open()
            elif not isinstance(each, ast.QualifiedReference) and (found := PLAIN.match(each.value)):
                scope.read.add(found.group(1))
