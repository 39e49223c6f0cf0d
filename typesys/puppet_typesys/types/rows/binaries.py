"""Binary data and URIs."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.types import model
from puppet_typesys.types.constructors import Constructor
from puppet_typesys.types.keys import Keys, not_a_type, wrong_count
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import Reader, check_count
from puppet_typesys.types.relate import Guard, Guarded, is_assignable, matches_parameter
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.rows.shared import of, of_class
from puppet_typesys.types.show import Formatter
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.uri import URI

URI_PARTS = (
    "Optional[scheme] => String[1], Optional[userinfo] => String[1], Optional[host] => String[1], Optional[port] => Integer[0], "
    "Optional[path] => String[1], Optional[query] => String[1], Optional[fragment] => String[1], Optional[opaque] => String[1]"
)


def _part_fits(ours: object, theirs: object) -> bool:
    if isinstance(ours, Type) and isinstance(theirs, Type):
        return is_assignable(ours, theirs)
    return matches_parameter(ours, theirs)


data_type(
    model.Binary,
    plain=model.Binary(),
    kinds="binary",
    accepts=of_class,
    instance=of(Binary),
    constructor=Constructor(
        "new_Binary",
        ("String $str, Base64Format $format = '%B'", "Array[ByteInteger] $byte_array", "BinaryArgsHash $hash_args"),
        (),
        {
            "ByteInteger": "Integer[0,255]",
            "Base64Format": 'Enum["%b", "%u", "%B", "%s", "%r"]',
            "StringHash": 'Struct[{value => String, "format" => Optional[Base64Format]}]',
            "ArrayHash": "Struct[{value => Array[ByteInteger]}]",
            "BinaryArgsHash": "Variant[StringHash, ArrayHash]",
        },
    ),
)


def _uri_accepts(expected: model.URI, actual: Type, guard: Guard | None) -> bool:
    if not isinstance(actual, model.URI):
        return False
    if expected.parameters is None:
        return True
    theirs = actual.parameters or Hash()
    return all(name in theirs and _part_fits(ours, theirs[name]) for name, ours in expected.parameters.items())


def _uri_instance(type: model.URI, value: object, guard: Guarded) -> bool:
    if not isinstance(value, URI):
        return False
    return type.parameters is None or all(matches_parameter(wanted, getattr(value, str(part))) for part, wanted in type.parameters.items())


def _uri_text(f: Formatter, type: model.URI) -> str:
    return "URI" if type.parameters is None else f"URI[{f.text(type.parameters)}]"


def _uri_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    from puppet_typesys.types.uri_parameters import uri_type  # Few programs have types of addresses.

    check_count("URI", given, 1, 1, "1")
    return uri_type(given[0])


def _uri_keys(left: object, keys: Keys) -> Type:
    from puppet_typesys.types.uri_parameters import is_uri_parameter, uri_type  # as above

    if len(keys) != 1:
        raise wrong_count("URI-Type", 1, None, len(keys))
    if not is_uri_parameter(keys[0]):
        raise not_a_type("URI", keys[0], 0)
    return uri_type(keys[0])


data_type(
    model.URI,
    plain=model.URI(),
    kinds="uri",
    accepts=_uri_accepts,
    instance=_uri_instance,
    text=_uri_text,
    parameters=_uri_parameters,
    keys=_uri_keys,
    constructor=Constructor("new_error", ("String[1] $uri", f"Struct[{{{URI_PARTS}}}] $hash")),
)
