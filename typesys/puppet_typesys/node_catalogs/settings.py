"""The class `settings`: the settings of a server, as variables `$settings::name`."""

from __future__ import annotations

from puppet_typesys.builtins.settings import settings
from puppet_typesys.builtins.targets import Target
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.values.hash import Hash


def settings_scope(top: Scope, given: Hash, environment: object, target: Target) -> Scope:
    """The scope of the class; settings that are neither given nor the same on all servers of a version are unknown."""
    scope = Scope(top, name="settings", kind="hostclass")
    scope.mark_open()
    scope.variables.update({**settings(), **target.defaults})
    for name in target.removed_settings:
        scope.variables.pop(name, None)
    scope.variables["environment"] = environment
    scope.variables.update((str(name), value) for name, value in given.items())
    return scope
