"""The ways to make the reference evaluate a statement, cheapest first: the code as it is, then the statement lifted out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, NamedTuple

from bench.evidence.reference import Job
from bench.evidence.samples import CHOICES, sample
from bench.evidence.statements import blocks, chain_to, lifted, parts

from puppet_check.workspace.known import Known
from puppet_grammar import ast
from puppet_typesys.infer.model import FileModel
from puppet_typesys.loader import CLASS, Definition, TypedName
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import TypeSyntaxError, parse

FACTS = ("debian12", "redhat9", "ubuntu2004")
PARTS = 3
MOST = 100
"""How many ways to lift a statement out are tried."""
NAMES = ("unknown-parameter", "missing-parameter", "unknown-resource-type")
"""Codes of findings about a declaration that do not depend on its values."""


@dataclass(frozen=True, slots=True)
class Error:
    """An error in a file: lines from 1, offsets in bytes."""

    path: str
    line: int
    start: int
    end: int
    code: str
    message: str


class Attempt(NamedTuple):
    """A job, which way it is, and the lines where the refusal may stand."""

    way: int
    job: Job
    first: int
    last: int


def attempts(error: Error, model: FileModel, known: Known) -> Iterator[Attempt]:
    """What to try, one after the other."""
    module = known.project.module_of(error.path)
    folder = os.path.basename(module.folder) if module is not None else ""
    named = (folder, module.name) if module is not None and folder != module.name else None
    for each in _attempts(error, model, known):
        yield each._replace(job=each.job._replace(named=named))


def _attempts(error: Error, model: FileModel, known: Known) -> Iterator[Attempt]:
    chain = chain_to(model.program, error.start, error.end)
    fault = model.text.slice(error.start, error.end).lstrip("$").strip("{}") if error.code == "unknown-variable" else None
    files = tuple(each for each in _owners(fault, known) if each[0] != error.path) if fault else ()
    owner = _owner_names(fault, known) if fault else []
    if not owner:
        # A variable of a class is unknown as long as the class is not declared, which says nothing.
        yield from _as_it_is(error, model, chain, known)
    first = "".join(f"include('{name}') " for name in owner)
    befores = dict.fromkeys(
        first + _included(names, known) for names in ((), [each for each in _around_declared(chain, known) if each not in owner])
    )
    again = error.message.split("$")[1].rstrip("'") if error.code == "illegal-reassignment" else None
    found = (blocks if error.code.startswith("duplicate") else parts)(chain)
    named = (True, False) if error.code in NAMES else (False,)
    inherited = (True,) if fault and "::" not in fault else (False, True)
    for choice, part, before, names_only, inherits, emptied in _simple_first(
        range(CHOICES), islice(found, PARTS), befores, named, inherited, _emptied(error.path, known)
    ):
        made = lifted(model, chain, part, choice, before=before, fault=fault, again=again, inherits=inherits, names_only=names_only)
        texts = (*emptied, (error.path, made.text), *files)
        yield Attempt(2, Job(made.code, None if made.code else error.path, files=texts), made.first, made.last)


def _simple_first(*several: Iterable[Any]) -> list[tuple[Any, ...]]:  # each is of a type of its own
    """What may be combined, beginning with the first of each."""
    combined = product(*(enumerate(each) for each in several))
    ordered = sorted(combined, key=lambda each: sum(number for number, _ in each))
    return [tuple(value for _, value in each) for each in ordered[:MOST]]


def _emptied(path: str, known: Known) -> list[tuple[tuple[str, str], ...]]:
    """Nothing, and the module's first class with nothing in it: a fault there is met by whatever else of the module is loaded."""
    module = known.project.module_of(path)
    first = os.path.join(module.folder, "manifests", "init.pp") if module else path
    if module is None or first == path or not os.path.exists(first):
        return [()]
    return [(), ((first, f"class {module.name} {{ }}\n"),)]


def _included(names: Iterable[str], known: Known) -> str:
    """Declarations of classes, with what they need."""
    return "".join(_declared(name, known.loader.load(TypedName(CLASS, name))) for name in names)


def _declared(name: str, definition: Definition | None) -> str:
    needed = [each for each in definition.parameters if each.is_required] if definition is not None else []
    given = ", ".join(f"{each.name} => {sample(type_of(each.type))}" for each in needed)
    return f"class {{ '{name}': {given} }} " if given else f"include('{name}') "


def type_of(text: str | None) -> Type | None:
    try:
        return None if text is None else parse(text)
    except TypeSyntaxError:
        return None


def _around_declared(chain: list[ast.Node], known: Known) -> list[str]:
    """The class that what is declared belongs to: its variables are often the defaults."""
    for each in reversed(chain):
        if isinstance(each, ast.ResourceExpression):
            name = each.type_name.value if isinstance(each.type_name, ast.QualifiedName) else "class"
            title = each.bodies[0].title if each.bodies else None
            if name == "class" and isinstance(title, (ast.LiteralString, ast.QualifiedName)):
                name = title.value
            first = name.removeprefix("::").split("::")[0]
            return [first] if known.loader.load(TypedName(CLASS, first)) is not None else []
    return []


def _as_it_is(error: Error, model: FileModel, chain: list[ast.Node], known: Known) -> Iterator[Attempt]:
    definition = next((each for each in chain if isinstance(each, ast.Definition)), None)
    if error.code == "illegal-definition-location":
        for emptied in _emptied(error.path, known):
            job = Job(f"include {_placed(error.path)}", files=emptied)
            yield Attempt(1, job, error.line, error.line)
        return
    types = {each.name: model.type_of(each) for each in ast.walk(model.program) if isinstance(each, ast.VariableExpression) and each.expr}
    for choice, facts in enumerate(FACTS):
        if error.path.endswith(".epp"):
            return
        if definition is None:
            yield Attempt(1, Job(None, error.path, facts), error.line, error.line)
        elif isinstance(definition, (ast.HostClassDefinition, ast.ResourceTypeDefinition)):
            is_class = isinstance(definition, ast.HostClassDefinition)
            needed = [each for each in definition.parameters if each.value is None or each in chain]
            given = [f"{each.name} => {sample(types.get(each.name), choice)}" for each in needed if each.value is None]
            given += [f"{each.name} => 'sample'" for each in needed if each.value is not None and each.type_expr in chain]
            head = "class" if is_class else definition.name
            title = f"'{definition.name}'" if is_class else "'sample'"
            yield Attempt(1, Job(f"{head} {{ {title}: {', '.join(given)} }}", None, facts), error.line, error.line)


def _placed(path: str) -> str:
    """The name of the class that the place of a file demands."""
    module, _, inner = path.rpartition("/manifests/")
    return "::".join([module.rpartition("/")[2], *inner.removesuffix(".pp").split("/")]).removesuffix("::init")


def _owner_names(fault: str, known: Known) -> list[str]:
    owner = fault.removeprefix("::").rpartition("::")[0]
    return [owner] if owner and known.loader.load(TypedName(CLASS, owner)) is not None else []


def _owners(fault: str, known: Known) -> Iterator[tuple[str, str]]:
    """The classes that a qualified variable may be of, with all the variables that they may set."""
    names = _owner_names(fault, known)
    variable = fault.rpartition("::")[2]
    while names:
        definition = known.loader.load(TypedName(CLASS, names.pop()))
        if definition is None:
            return
        yield definition.place.path, _skeleton(definition, variable)
        if definition.parent:
            names.append(definition.parent.removeprefix("::"))


def _skeleton(definition: Definition, variable: str) -> str:
    held = dict.fromkeys([*(each.name for each in definition.parameters), *definition.variables])
    if definition.has_open_variables:
        # What it sets is unknown, so it may set any variable.
        held[variable] = None
    parent = f" inherits {definition.parent}" if definition.parent else ""
    return f"class {definition.name}{parent} {{ {' '.join(f'${name} = undef' for name in held)} }}\n"
