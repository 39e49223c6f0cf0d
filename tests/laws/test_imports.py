"""The tables of the type algebra are complete whichever of its modules is imported first."""

from __future__ import annotations

import subprocess
import sys
from pkgutil import iter_modules

from puppet_typesys import types

MODULES = ["puppet_typesys.types", *sorted(f"puppet_typesys.types.{each.name}" for each in iter_modules(types.__path__))]
USE = """
import sys
from importlib import import_module

def use(first):
    import_module(first)
    from puppet_typesys.types.parse import builtin_name, parse
    from puppet_typesys.types.relate import is_assignable, is_instance
    from puppet_typesys.types.show import show
    from puppet_typesys.values.hash import Hash
    box = parse("Object[{name => 'Box', type_parameters => {'t' => Type}, attributes => {'content' => Any}}]")
    return (
        is_assignable(parse("Hash[String, Integer]"), parse("Struct[{a => Integer[1, 2]}]")),
        is_assignable(parse("Init[Integer]"), parse("Integer")),
        is_instance(parse("Init[Timespan]"), 3.5),
        is_instance(parse("Data", builtin_name), Hash([("a", (1, None))])),
        show(parse("Box[String]", {"box": box}.get)),
        show(parse("URI['http://a.b/']")),
        show(parse("Error", builtin_name)).startswith("Object[{name => 'Error', type_parameters => {"),
    )

for module in sys.argv[1:]:
    for name in [name for name in sys.modules if name.startswith("puppet_typesys.types")]:
        del sys.modules[name]
    print(module, use(module))
"""
ANSWERS = (True, True, True, True, "Box[String]", "URI[{'scheme' => 'http', 'host' => 'a.b', 'path' => '/'}]", True)


def test_each_module_works_when_it_is_imported_first() -> None:
    ran = subprocess.run([sys.executable, "-c", USE, *MODULES], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == [f"{module} {ANSWERS}" for module in MODULES]
