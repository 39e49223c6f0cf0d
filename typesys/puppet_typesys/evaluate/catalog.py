"""The catalog in the making."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puppet_grammar import ast
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.types import model
from puppet_typesys.types.model import Type

if TYPE_CHECKING:
    from puppet_typesys.evaluate.compiler import Compiler
    from puppet_typesys.evaluate.evaluator import Evaluator


class Catalog:
    def __init__(self, compiler: "Compiler") -> None:
        self.compiler = compiler

    def define(self, ev: "Evaluator", definition: ast.Definition) -> None:
        pass

    def reference_to(self, name: str) -> Type | None:
        if name in {"file", "exec", "user", "notify", "service", "package", "group", "cron", "host"}:
            return model.Resource(name.capitalize())
        return None

    def class_scope(self, name: str) -> Scope | None:
        return None

    def find(self, type_name: str, title: str) -> None:
        return None

