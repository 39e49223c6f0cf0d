"""The Object types that the language defines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from puppet_typesys.types.define import builtin_object
from puppet_typesys.types.objects import Object

DEFERRED = r"""{attributes => {
  name => {type => Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/]},
  arguments => {type => Optional[Array[Any]], value => undef}}}"""
ERROR_PARAMETER = "Optional[Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]]]"
ERROR = f"""{{
  type_parameters => {{kind => {ERROR_PARAMETER}, issue_code => {ERROR_PARAMETER}}},
  attributes => {{
    msg => String[1],
    kind => {{type => Optional[String[1]], value => undef}},
    details => {{type => Optional[Hash[String[1], Data]], value => undef}},
    issue_code => {{type => Optional[String[1]], value => undef}}}},
  functions => {{message => Callable[[], String[1]]}}}}"""

BUILTIN_OBJECTS: dict[str, Callable[[], Object]] = {
    "annotation": lambda: Object("Annotation"),
    "deferred": partial(builtin_object, "Deferred", DEFERRED),
    "error": partial(builtin_object, "Error", ERROR),
}
"""By name in lower case."""
