"""The built-in Object types."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from puppet_typesys.types.define import builtin_object
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import Object
from puppet_typesys.types.parse import BUILTIN_NAMES

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
LOOKUP_CONTEXT = """{
  parent => Any,
  attributes => {
    environment_name => {type => String[1], kind => derived},
    module_name => Variant[String[1], Undef]},
  functions => {
    not_found => Callable[[0, 0], Undef],
    explain => Callable[[0, 0, Callable[0, 0]], Undef],
    interpolate => Callable[1, 1],
    cache => Callable[Optional[Scalar], Any],
    cache_all => Callable[[Hash[Optional[Scalar], Any]], Undef],
    cache_has_key => Callable[[Optional[Scalar]], Boolean],
    cached_value => Callable[Optional[Scalar]],
    cached_entries => Variant[
      Callable[[0, 0, Callable[1, 1]], Undef],
      Callable[[0, 0, Callable[2, 2]], Undef],
      Callable[[0, 0], Iterable[Tuple[Optional[Scalar], Any]]]],
    cached_file_data => Callable[String, Optional[Callable[Array[Integer]]]]}}"""

_NAMES: dict[str, Callable[[], Type]] = {
    "annotation": lambda: Object("Annotation"),
    "deferred": partial(builtin_object, "Deferred", DEFERRED),
    "error": partial(builtin_object, "Error", ERROR),
    "puppet::lookupcontext": partial(builtin_object, "Puppet::LookupContext", LOOKUP_CONTEXT),
}
BUILTIN_NAMES |= _NAMES
