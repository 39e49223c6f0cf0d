"""The result types of functions with unknown arguments, for functions whose signatures do not declare one."""

from __future__ import annotations

from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import parse_builtin

RESULTS = {
    "Array": ("flatten", "keys", "map", "values"),
    "Binary": ("binary_file",),
    "Boolean": ("all", "any", "empty"),
    "Hash": ("group_by",),
    "Integer": ("ceiling", "floor", "fqdn_rand", "round"),
    "Integer[-1, 1]": ("compare", "versioncmp"),
    "Integer[0]": ("length", "size"),
    "Numeric": ("abs",),
    "Optional[String]": ("find_file", "find_template", "module_directory"),
    "Optional[Array]": ("match",),
    "String": (
        "digest",
        "file",
        "generate",
        "inline_template",
        "join",
        "md5",
        "sha1",
        "sha256",
        "shellquote",
        "sprintf",
        "strftime",
        "template",
    ),
    "Tuple[Array, Array]": ("partition",),
    "Type": ("type",),
    "Undef": ("alert", "crit", "debug", "emerg", "err", "info", "notice", "warning"),
}
TYPE_OF_RESULT = {name: text for text, names in RESULTS.items() for name in names}


def result_type(name: str) -> Type | None:
    """The result type of a function; None if it depends on the arguments."""
    text = TYPE_OF_RESULT.get(name)
    return None if text is None else parse_builtin(text)
