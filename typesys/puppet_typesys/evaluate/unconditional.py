"""The expressions of a body that are evaluated unconditionally."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar import ast


def unconditional_nodes(body: ast.Node) -> Iterator[ast.Node]:
    """The nodes that are evaluated unconditionally, in source order.

    These are all nodes except branches, and bodies of lambdas other than that of a template.
    """
    waiting: list[ast.Node] = [body]
    while waiting:
        node = waiting.pop()
        yield node
        match node:
            case ast.IfExpression() | ast.UnlessExpression() | ast.CaseExpression():
                waiting.append(node.test)
            case ast.SelectorExpression() | ast.AndExpression() | ast.OrExpression():
                waiting.append(node.left_expr)
            case ast.LambdaExpression() if not isinstance(node.body, ast.EppExpression):
                pass
            case _:
                waiting += reversed(list(ast.children(node)))
