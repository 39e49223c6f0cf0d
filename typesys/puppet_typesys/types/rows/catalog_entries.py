"""Classes and resources."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.types import construct, model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import Reader, check_count
from puppet_typesys.types.relate import Guard
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.rows.shared import by_inference, of_class
from puppet_typesys.types.show import Formatter, capitalize_segments
from puppet_typesys.values.quoting import quote

data_type(model.CatalogEntry, plain=model.CatalogEntry(), kinds="runtime type", accepts=of_class, instance=by_inference)


def _class_accepts(expected: model.Class, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Class) and expected.class_name in (None, actual.class_name)


def _class_text(f: Formatter, type: model.Class) -> str:
    return "Class" if type.class_name is None else f"Class[{type.class_name}]"


def _class_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Class", given, 1, 1, "1")
    return model.Class(str(given[0]).removeprefix("::"))


data_type(
    model.Class,
    plain=model.Class(),
    kinds="runtime type",
    accepts=_class_accepts,
    instance=by_inference,
    text=_class_text,
    parameters=_class_parameters,
    parts=(("class_name", "class_name"),),
)


def _resource_accepts(expected: model.Resource, actual: Type, guard: Guard | None) -> bool:
    if not isinstance(actual, model.Resource):
        return False
    if expected.downcased_name is None:
        return True
    return expected.downcased_name == actual.downcased_name and expected.title in (None, actual.title)


def _resource_text(f: Formatter, type: model.Resource) -> str:
    if type.type_name is None:
        return "Resource"
    name = capitalize_segments(type.type_name)
    return name if type.title is None else f"{name}[{quote(type.title)}]"


def _resource_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Resource", given, 1, 2, "1 or 2")
    name = given[0].type_string if isinstance(given[0], model.TypeReference) else given[0]
    return construct.resource(name, str(given[1]) if len(given) > 1 else None)


def _resource_named_parameters(type: model.Resource, name: ast.QualifiedReference, given: tuple[object, ...]) -> Type:
    check_count(name.cased_value, given, 1, 1, "1")
    return construct.resource(type.type_name, str(given[0]))


data_type(
    model.Resource,
    plain=model.Resource(),
    kinds="runtime type",
    accepts=_resource_accepts,
    instance=by_inference,
    text=_resource_text,
    parameters=_resource_parameters,
    named_parameters=_resource_named_parameters,
    parts=(("type_name", "type_name"), ("title", "title")),
)
