"""Lowering of definitions (classes, defines, functions, plans, nodes, type aliases) and parameters."""

from __future__ import annotations

from tree_sitter import Node as TreeNode

from puppet_grammar import ast
from puppet_grammar.lowering.expressions import lower_call
from puppet_grammar.lowering.registry import Kids, Lowering, branch


@branch("parameter")
def lower_parameter(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Parameter:
    value = None
    if len(kids) > 2 and isinstance(kids[-2], TreeNode) and kids[-2].type == "=":
        value = kids[-1]
        kids = kids[:-2]
    variable = kids[-1]
    captures_rest = len(kids) > 1 and isinstance(kids[-2], TreeNode)
    type_expr = kids[0] if len(kids) > 1 and not isinstance(kids[0], TreeNode) else None
    name = getattr(variable, "name", "")
    return ast.Parameter(tree.start_byte, tree.end_byte, name, variable.start, type_expr, value, captures_rest)


@branch("parameters", "template_parameters")
def lower_parameters(lowering: Lowering, tree: TreeNode, kids: Kids) -> list[ast.Parameter]:
    return [kid for kid in kids if kid.__class__ is ast.Parameter]


def _parameters(kids: Kids) -> tuple[ast.Parameter, ...]:
    return next((tuple(kid) for kid in kids if isinstance(kid, list)), ())


def _after(kids: Kids, token: str) -> ast.Expression | None:
    """The node after a token; None if the token is missing."""
    for at, kid in enumerate(kids):
        if isinstance(kid, TreeNode) and kid.type == token:
            node: ast.Expression = kids[at + 1]
            return node
    return None


def _name(lowering: Lowering, name: ast.Expression) -> str:
    """The name of a definition, as written."""
    match name:
        case ast.QualifiedName(value="class"):
            lowering.error(name.start, name.end, "class-keyword-as-name", "'class' keyword not allowed at this location")
            return name.value
        case ast.QualifiedName() | ast.LiteralString():
            if lowering.source[name.start : name.start + 1] in (b"'", b'"'):
                lowering.error(name.start, name.end, "quoted-name", "A quoted string is not valid as a name here")
            return name.value
        case ast.QualifiedReference():
            return name.cased_value
        case ast.LiteralDefault():
            return "default"
        case _:
            return ""


def _body(kids: Kids) -> ast.BlockExpression | None:
    block: ast.BlockExpression = kids[-1]
    return block if block.statements else None


def qualify_names(definitions: list[ast.Definition], outermost: frozenset[int] = frozenset()) -> None:
    """Qualify the names of definitions nested in a class or plan, except those that begin at one of the offsets `outermost`."""
    named = [each for each in definitions if isinstance(each, ast.HostClassDefinition | ast.ResourceTypeDefinition | ast.PlanDefinition)]
    if len(named) < 2:
        return
    around: list[ast.NamedDefinition] = []
    for definition in sorted(named, key=lambda each: each.start):
        while around and (around[-1].end <= definition.start or definition.start in outermost):
            around.pop()
        if around:
            # No other code holds the node yet.
            object.__setattr__(definition, "name", f"{around[-1].name}::{definition.name}")
        if not isinstance(definition, ast.ResourceTypeDefinition):
            around.append(definition)


@branch("class_definition")
def lower_class(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    start, end = tree.start_byte, tree.end_byte
    name = _name(lowering, kids[1])
    parent = _after(kids, "inherits")
    definition = ast.HostClassDefinition(
        start,
        end,
        name,
        kids[1].start,
        kids[1].end,
        _parameters(kids),
        None if parent is None else _name(lowering, parent),
        None if parent is None else parent.start,
        _body(kids),
    )
    lowering.definitions.append(definition)
    return definition


@branch("resource_type_definition")
def lower_resource_type(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    name = _name(lowering, kids[1])
    definition = ast.ResourceTypeDefinition(
        tree.start_byte, tree.end_byte, name, kids[1].start, kids[1].end, _parameters(kids), _body(kids)
    )
    lowering.definitions.append(definition)
    return definition


@branch("plan_definition")
def lower_plan(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    start, end = tree.start_byte, tree.end_byte
    name = _name(lowering, kids[1])
    if not lowering.mode.tasks:
        message = "plans can only be defined in files below a plans directory"
        lowering.error(start, kids[1].end, "syntax-error", message, kids[-1].start)
    definition = ast.PlanDefinition(start, end, name, kids[1].start, kids[1].end, _parameters(kids), _body(kids))
    lowering.definitions.append(definition)
    return definition


@branch("apply")
def lower_apply(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    """`apply(targets) { code }` in a plan; elsewhere `apply` is an ordinary function name."""
    start, end, last = tree.start_byte, tree.end_byte, kids[-1]
    has_block = isinstance(last, ast.BlockExpression)
    if not lowering.mode.tasks:
        if not has_block:
            name = ast.QualifiedName(start, kids[0].end_byte, "apply")
            return lower_call(lowering, tree, [name, *kids[1:]])
        message = "Expression is not valid as a resource, resource-default, or resource-override"
        lowering.error(start, last.start, "not-a-resource", message)
    elif not has_block:
        lowering.error(start, end, "syntax-error", "apply needs a block after its arguments", end)
    elif len(kids) == 4:
        lowering.error(kids[2].start_byte, kids[2].end_byte, "syntax-error", "apply needs targets between its parentheses")
    arguments = tuple(kid for kid in kids[2:] if isinstance(kid, ast.Expression) and kid is not last)
    return ast.ApplyExpression(start, end, arguments, _body(kids) if has_block else None)


@branch("function_definition")
def lower_function(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    name = _name(lowering, kids[1])
    returned = _after(kids, ">>")
    definition = ast.FunctionDefinition(
        tree.start_byte, tree.end_byte, name, kids[1].start, kids[1].end, _parameters(kids), returned, _body(kids)
    )
    lowering.definitions.append(definition)
    return definition


@branch("node_parent")
def lower_node_parent(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    parent: ast.Expression = kids[1]
    # Marks the parent among the hosts, for `lower_node`.
    return ast.ParenthesizedExpression(parent.start, parent.end, parent)


@branch("node_definition")
def lower_node(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    hosts = [kid for kid in kids[:-1] if isinstance(kid, ast.Expression)]
    parent: ast.Expression | None = None
    if hosts and isinstance(hosts[-1], ast.ParenthesizedExpression):
        parent = hosts.pop().expr  # type: ignore[attr-defined]  # its class is tested on the line above
    definition = ast.NodeDefinition(tree.start_byte, tree.end_byte, tuple(hosts), parent, _body(kids))
    lowering.definitions.append(definition)
    return definition


# ---- types


@branch("type_alias")
def lower_type_alias(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    start, end = tree.start_byte, tree.end_byte
    name, value = kids[1], kids[3]
    if len(kids) == 5:
        value = _object_type(value, kids[4])
    elif isinstance(value, ast.LiteralHash):
        value = ast.AccessExpression(value.start, value.end, ast.QualifiedReference(value.start, value.start, "Object"), (value,))
    definition: ast.Definition
    if isinstance(name, ast.AccessExpression):
        mapped = ast.KeyedEntry(kids[3].start, end, kids[3], kids[4], kids[4].start) if len(kids) == 5 else kids[3]
        definition = ast.TypeMapping(start, end, name, mapped)
    else:
        definition = ast.TypeAlias(start, end, _name(lowering, name), name.start, name.end, value)
    lowering.definitions.append(definition)
    return definition


def _object_type(parent: ast.QualifiedReference, hash_: ast.LiteralHash) -> ast.Expression:
    """Convert `Parent { ... }` to `Object[{ ..., parent => Parent }]`; `Object` and `TypeSet` get no parent."""
    if parent.cased_value in ("Object", "TypeSet"):
        return ast.AccessExpression(parent.start, hash_.end, parent, (hash_,))
    key = ast.QualifiedName(parent.start, parent.start, "parent")
    entry = ast.KeyedEntry(parent.start, parent.end, key, parent, parent.start)
    whole = ast.LiteralHash(hash_.start, hash_.end, (*hash_.entries, entry))
    return ast.AccessExpression(parent.start, hash_.end, ast.QualifiedReference(parent.start, parent.start, "Object"), (whole,))


@branch("type_definition")
def lower_type_definition(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    name, parent = kids[1], _after(kids, "inherits")
    parent_name = parent.cased_value if isinstance(parent, ast.QualifiedReference) else None
    definition = ast.TypeDefinition(tree.start_byte, tree.end_byte, _name(lowering, name), name.start, name.end, parent_name, _body(kids))
    lowering.definitions.append(definition)
    return definition
