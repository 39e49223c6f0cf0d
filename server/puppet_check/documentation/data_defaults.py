"""The defaults of parameters that the data of a module state, as openvox-strings 7 lists them.

These are the values of the first level in the module's `hiera.yaml` whose paths have no interpolations, which is `common.yaml` as a rule.
"""

from __future__ import annotations

import os
from contextlib import suppress

from puppet_check.documentation.entries import ModuleDocumentation, Parameterized
from puppet_check.reading.files import LARGEST_SEARCHED, read_text
from puppet_check.reading.places import is_below, real
from puppet_check.reading.yaml_data import load

DATA = "data"
"""The folder with data where `hiera.yaml` names none."""
SETTINGS = "hiera.yaml"
INTERPOLATION = "%{"


def with_data_defaults(module: ModuleDocumentation, folder: str) -> ModuleDocumentation:
    """The documentation of a module, with the defaults that its data state for parameters without one in the code."""
    data = _static_data(folder)
    if not data:
        return module

    def extended(entries: tuple[Parameterized, ...]) -> tuple[Parameterized, ...]:
        return tuple(each._replace(defaults={**_defaults(each, data), **each.defaults}) for each in entries)

    return module._replace(classes=extended(module.classes), defines=extended(module.defines), plans=extended(module.plans))


def _defaults(entry: Parameterized, data: dict[object, object]) -> dict[str, str]:
    keys = {each.name: f"{entry.name}::{each.name}" for each in entry.docstring.of("param") if each.name}
    return {name: _shown(data[key]) for name, key in keys.items() if key in data}


def _static_data(folder: str) -> dict[object, object]:
    """The data of the first level that is the same for all nodes; none where there is no such level, or it cannot be read."""
    settings = _mapping(os.path.join(folder, SETTINGS))
    defaults, hierarchy = settings.get("defaults"), settings.get("hierarchy")
    base = defaults.get("datadir") if isinstance(defaults, dict) else None
    for level in hierarchy if isinstance(hierarchy, list) else ():
        paths = level.get("path") or level.get("paths") if isinstance(level, dict) else None
        paths = [paths] if isinstance(paths, str) else paths
        if isinstance(paths, list) and paths and not any(INTERPOLATION in str(each) for each in paths):
            inside = os.path.normpath(os.path.join(str(base or DATA), str(paths[0])))
            leads_out = os.path.isabs(inside) or inside.split(os.sep, 1)[0] == os.pardir
            found = real(os.path.join(folder, inside))
            return {} if leads_out or not is_below(found, real(folder)) else _mapping(found)
    return {}


def _mapping(path: str) -> dict[object, object]:
    with suppress(OSError, ValueError):
        found = load(read_text(path, LARGEST_SEARCHED))
        return found if isinstance(found, dict) else {}
    return {}


def _shown(value: object) -> str:
    """A value in the notation of Puppet, without escapes, and with an empty string as undef."""
    if value is None or value == "":
        return "undef"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    if isinstance(value, dict):
        entries = (f"'{_shown(key) if isinstance(key, bool) else key}' => {_shown(each)}" for key, each in value.items())
        return f"{{ {', '.join(entries)} }}" if value else "{}"
    return f"'{value}'"
