"""Labels: how messages name the nodes of a program."""

from __future__ import annotations

from collections.abc import Callable

from puppet_grammar import ast
from puppet_typesys.issues.wording import capitalized, with_article

__all__ = ["a_label", "capitalized", "label", "the_label", "with_article"]

_FIXED: dict[type[ast.Node], str] = {
    ast.AccessExpression: "'[]' expression",
    ast.AndExpression: "'and' expression",
    ast.ApplyExpression: "'apply' expression",
    ast.BlockExpression: "Block Expression",
    ast.CallMethodExpression: "Method call",
    ast.CallNamedFunctionExpression: "Function Call",
    ast.CaseExpression: "'case' statement",
    ast.CaseOption: "Case Option",
    ast.ConcatenatedString: "Double Quoted String",
    ast.EppExpression: "Epp Template",
    ast.ExportedQuery: "Exported Query",
    ast.FunctionDefinition: "Function Definition",
    ast.HostClassDefinition: "Host Class Definition",
    ast.IfExpression: "'if' statement",
    ast.InExpression: "'in' expression",
    ast.KeyedEntry: "Hash Entry",
    ast.LambdaExpression: "Lambda",
    ast.LiteralBoolean: "Boolean",
    ast.LiteralDefault: "'default' expression",
    ast.LiteralFloat: "Literal Float",
    ast.LiteralHash: "Hash Expression",
    ast.LiteralInteger: "Literal Integer",
    ast.LiteralList: "Array Expression",
    ast.LiteralRegularExpression: "Regular Expression",
    ast.LiteralString: "String",
    ast.LiteralUndef: "'undef' expression",
    ast.NamedAccessExpression: "'.' expression",
    ast.NodeDefinition: "Node Definition",
    ast.Nop: "Nop Expression",
    ast.NotExpression: "'not' expression",
    ast.OrExpression: "'or' expression",
    ast.Parameter: "Parameter Definition",
    ast.ParenthesizedExpression: "Parenthesized Expression",
    ast.PlanDefinition: "Plan Definition",
    ast.QualifiedName: "Name",
    ast.QualifiedReference: "Type-Name",
    ast.RenderExpression: "Epp Interpolated Expression",
    ast.RenderStringExpression: "Epp Text",
    ast.ResourceBody: "Resource Instance Definition",
    ast.ResourceDefaultsExpression: "Resource Defaults Expression",
    ast.ResourceExpression: "Resource Statement",
    ast.ResourceOverrideExpression: "Resource Override",
    ast.ResourceTypeDefinition: "'define' expression",
    ast.SelectorEntry: "Selector Option",
    ast.SelectorExpression: "Selector Expression",
    ast.TextExpression: "Expression in Interpolated String",
    ast.TypeAlias: "Type Alias",
    ast.TypeDefinition: "Type Definition",
    ast.TypeMapping: "Type Mapping",
    ast.UnaryMinusExpression: "Unary Minus",
    ast.UnfoldExpression: "Unfold",
    ast.UnlessExpression: "'unless' Statement",
    ast.VariableExpression: "Variable",
    ast.VirtualQuery: "Virtual Query",
}


def label(node: ast.Node) -> str:
    """The label of a node, without an article."""
    fixed = _FIXED.get(type(node))
    if fixed is not None:
        return fixed
    for kind, show in _SHOWN:
        if isinstance(node, kind):
            return show(node)
    return type(node).__name__


def a_label(node: ast.Node) -> str:
    """The label of a node, with `a` or `an`."""
    return with_article(label(node))


def the_label(node: ast.Node) -> str:
    """The label of a node, with `the`."""
    return f"the {label(node)}"


def _operator(node: ast.Node) -> str:
    return f"'{node.operator}' expression" if isinstance(node, ast.BinaryExpression | ast.AttributeOperation) else ""


def _query(node: ast.Node) -> str:
    return label(node.query) if isinstance(node, ast.CollectExpression) else ""


def _reserved(node: ast.Node) -> str:
    return f"Reserved Word '{node.word}'" if isinstance(node, ast.ReservedWord) else ""


def _heredoc(node: ast.Node) -> str:
    return f"'@({node.syntax})' expression" if isinstance(node, ast.HeredocExpression) else ""


_SHOWN: tuple[tuple[type[ast.Node], Callable[[ast.Node], str]], ...] = (
    (ast.BinaryExpression, _operator),
    (ast.AttributeOperation, _operator),
    (ast.CollectExpression, _query),
    (ast.ReservedWord, _reserved),
    (ast.HeredocExpression, _heredoc),
)
