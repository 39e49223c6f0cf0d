"""The modifiers of semantic tokens, and those that names of the language have."""

from __future__ import annotations

from functools import lru_cache

from puppet_typesys.builtins.removed import DEPRECATED_FUNCTIONS
from puppet_typesys.builtins.resource_types import NAMES as RESOURCE_TYPES
from puppet_typesys.builtins.value_reads import OF_LANGUAGE
from puppet_typesys.functions.registry import builtin_function
from puppet_typesys.types.parse import BUILTIN

DECLARATION, READONLY, DEPRECATED, DEFAULT_LIBRARY = "declaration", "readonly", "deprecated", "defaultLibrary"
MODIFIERS = {name: 1 << bit for bit, name in enumerate((DECLARATION, READONLY, DEPRECATED, DEFAULT_LIBRARY))}
"""The bit of each modifier, in the order of the legend."""
VARIABLES = OF_LANGUAGE | {"clientcert"}
"""Variables that the language or the server sets."""
RESERVED = {**dict.fromkeys(RESOURCE_TYPES), **dict.fromkeys(map(str.lower, BUILTIN))}
"""The names of the data types and resource types of the language, in lower case."""


@lru_cache(512)
def library_modifiers(kind: str, text: str) -> int:
    """The sum of the modifiers of a name as it is written, by its token type; 0 for names that the language does not define."""
    name = text.removeprefix("$").removeprefix("::")
    match kind:
        case "variable" if name in VARIABLES:
            return MODIFIERS[DEFAULT_LIBRARY] | MODIFIERS[READONLY]
        case "type" if name.lower() in RESERVED:
            return MODIFIERS[DEFAULT_LIBRARY]
        case "function" if name in DEPRECATED_FUNCTIONS:
            return MODIFIERS[DEFAULT_LIBRARY] | MODIFIERS[DEPRECATED]
        case "function" if builtin_function(name) is not None:
            return MODIFIERS[DEFAULT_LIBRARY]
    return 0
