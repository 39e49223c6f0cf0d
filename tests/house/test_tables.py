"""No entry of a table silently replaces another, and tables over closed families have an entry for each member."""

from __future__ import annotations

import ast as python
import json
from collections import Counter
from collections.abc import Iterator

import pytest

from puppet_check.formatting.layout import FAMILIES
from puppet_check.formatting.layout.registry import BROKEN, FLAT
from puppet_grammar import ast, pn
from puppet_grammar.lower import lower
from puppet_grammar.lowering.registry import BRANCHES, LEAVES
from puppet_grammar.table import DuplicateEntryError, Table, members
from puppet_typesys.convert.new.table import makers
from puppet_typesys.evaluate import families
from puppet_typesys.evaluate.evaluator import HANDLERS
from puppet_typesys.functions.registry import REGISTRY, function_names
from puppet_typesys.ruby.native import TABLES, load
from puppet_typesys.types import model, show
from puppet_typesys.types.constructors import CONSTRUCTORS
from puppet_typesys.types.disjoint import KINDS as KINDS_OF_TYPES
from puppet_typesys.types.keys import KEYS
from puppet_typesys.types.parse import BUILTIN, PARAMETERS
from puppet_typesys.types.relate import ACCEPTS, IS_INSTANCE
from tests.cli.command import CHECKOUT

NODE_TYPES = json.loads((CHECKOUT / "grammar/src/node-types.json").read_text("utf-8"))
KINDS = {each["type"] for each in NODE_TYPES if each["named"] and "subtypes" not in each}
CACHES = frozenset(("COUNTS", "KINDS", "REGISTRY", "TABLES"))
"""Dictionaries that are no tables of functions: caches, and those whose values are lists or tables to which entries are added."""


def test_a_second_entry_of_a_table_is_refused_however_it_is_entered() -> None:
    table: Table[str, object] = Table("some functions", {"a": 1})
    with pytest.raises(DuplicateEntryError, match="some functions already has an entry for 'a'"):
        table["a"] = 2
    with pytest.raises(DuplicateEntryError):
        table.update({"b": 1, "a": 2})
    with pytest.raises(DuplicateEntryError):
        table |= {"a": 2}
    with pytest.raises(DuplicateEntryError):
        table.enter("c", "c")(print)
    assert table.setdefault("a", 3) == table["a"] == table.entries["a"] == 1


def test_an_entry_is_replaced_only_explicitly_and_only_if_there_is_one() -> None:
    table: Table[str, int] = Table("some numbers", {"a": 1})
    table.override("a", 2)
    assert table == {"a": 2}
    with pytest.raises(KeyError):
        table.override("b", 1)


def test_the_members_of_a_family_without_an_entry_are_listed() -> None:
    assert Table("some numbers", {"a": 1}).missing(("a", "b")) == {"b"}


def test_every_class_of_nodes_has_a_form_in_pn() -> None:
    # Those of expressions and definitions write their comments, parameters and arguments; an error has no form.
    assert names(pn.FORMS.missing(members(ast.Node))) == {"ApplyExpression", "ArgumentList", "Comment", "ErrorNode", "Parameter"}


def test_every_expression_is_evaluated() -> None:
    families.load()
    # The last is for plans, whose code is not evaluated; the others are parts that the expression around them evaluates.
    parts = {"ArgumentList", "AttributeOperation", "AttributesOperation", "CaseOption", "ErrorNode", "ExportedQuery", "KeyedEntry"}
    parts |= {"NamedAccessExpression", "ResourceBody", "SelectorEntry", "VirtualQuery", "ApplyExpression"}
    assert names(HANDLERS.missing(members(ast.Expression))) == parts


def test_every_type_has_its_rules_and_its_text() -> None:
    types = members(model.Type)
    # `is_assignable` and `is_instance` answer for these before they look into the tables.
    assert names(ACCEPTS.missing(types)) == {"Any", "TypeAlias", "Unit"}
    assert names(IS_INSTANCE.missing(types)) == {"TypeAlias", "_Qualifier"}
    assert names(show.TEXT.missing(types)) == {"_Qualifier"}
    # The reference takes no keys after the names of these, or reads them as the title of a class or resource.
    without_keys = {"Any", "Binary", "Class", "Default", "ObjectExtension", "Resource", "SemVerRange", "TypeAlias", "TypeReference"}
    assert names(KEYS.missing(types)) == {*without_keys, "Undef", "Unit", "_Qualifier"}
    named = {each.__name__.removesuffix("Type").lower() for each in types}
    assert named - set(BUILTIN) == {"objectextension", "unit", "_qualifier"}
    unparameterized = {"any", "binary", "default", "semverrange", "typealias", "typereference", "undef"}
    assert named - set(PARAMETERS) == {*unparameterized, "objectextension", "unit", "_qualifier"}
    # The kinds of these are those of the types inside.
    inside = {"NotUndef", "Optional", "TypeAlias", "Variant"}
    assert names(types) - names(frozenset(KINDS_OF_TYPES)) == inside


def test_every_type_with_a_constructor_has_what_makes_its_values() -> None:
    assert all(makers(each) for each in CONSTRUCTORS)


def test_every_builtin_function_says_what_its_results_are() -> None:
    families.load()
    function_names()
    # Puppet checks what a function that declares `returns` returns; those with `mismatch` return a message.
    silent = {
        f"{name}({each.parameters})"
        for name, function in REGISTRY.items()
        for each in function.dispatches
        if each.types is None and each.returns is None and not each.mismatch
    }
    assert silent == set()


def test_every_node_of_the_grammar_is_lowered() -> None:
    assert lower is not None
    # The others are the whole text and tokens of the scanner, which the nodes around them read.
    tokens = {"heredoc_end", "heredoc_text", "interpolation_start", "source_file", "string_start", "string_unclosed"}
    assert BRANCHES.missing(KINDS) & LEAVES.missing(KINDS) == tokens
    assert not set(BRANCHES) & set(LEAVES)


def test_every_layout_is_of_a_node_of_the_grammar() -> None:
    assert FAMILIES
    # The others are forms of a part of a call.
    assert {*FLAT, *BROKEN} - KINDS == {"arguments", "hanging", "hugged", "statement_call"}


def test_the_methods_of_the_core_are_in_tables_that_refuse_second_entries() -> None:
    load()
    assert all(isinstance(each, Table) for each in TABLES.values())


def test_a_dictionary_in_the_code_names_no_key_twice() -> None:
    assert [found for module, tree in trees() for found in repeated(module, tree)] == []


def test_dictionaries_that_are_filled_at_import_are_tables() -> None:
    plain: set[tuple[str, str]] = set()
    filled: set[tuple[str, str]] = set()
    for module, tree in trees():
        plain |= {(module, name) for name in plain_dictionaries(tree)}
        filled |= {origin(module, tree, name) for name in written(tree)}
    assert {name for _, name in plain & filled} == CACHES


def trees() -> Iterator[tuple[str, python.Module]]:
    """The modules of the packages, one after the other: all at once are a million nodes, over which each collection of garbage goes."""
    for top in ("grammar", "typesys", "server"):
        for path in sorted((CHECKOUT / top).rglob("*.py")):
            yield ".".join(path.relative_to(CHECKOUT).with_suffix("").parts[1:]), python.parse(path.read_text("utf-8"))


def names(classes: frozenset[type]) -> set[str]:
    return {each.__name__ for each in classes}


def repeated(module: str, tree: python.AST) -> Iterator[str]:
    for node in python.walk(tree):
        keys = Counter(python.unparse(key) for key in node.keys if key is not None) if isinstance(node, python.Dict) else Counter[str]()
        yield from (f"{module}: {key}" for key, count in keys.items() if count > 1)


def plain_dictionaries(tree: python.Module) -> Iterator[str]:
    """The public names of a module that hold a dictionary."""
    for node in tree.body:
        if isinstance(node, python.Assign | python.AnnAssign) and isinstance(node.value, python.Dict):
            target = node.targets[0] if isinstance(node, python.Assign) else node.target
            if isinstance(target, python.Name) and target.id.isupper() and not target.id.startswith("_"):
                yield target.id


def origin(module: str, tree: python.Module, name: str) -> tuple[str, str]:
    """The module from which a name is imported, or the one that uses it."""
    for node in tree.body:
        if isinstance(node, python.ImportFrom) and any(each.name == name for each in node.names):
            return node.module or "", name
    return module, name


def written(tree: python.Module) -> Iterator[str]:
    """The names of constants into which entries are written."""
    for node in python.walk(tree):
        match node:
            case python.Subscript(ctx=python.Store(), value=python.Name(id=name)):
                yield name
            case python.AugAssign(op=python.BitOr(), target=python.Name(id=name)):
                yield name
            case python.Attribute(attr="update" | "setdefault", value=python.Name(id=name)):
                yield name
