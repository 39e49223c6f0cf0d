"""The modules in a package that are found by being there. `pkgutil` imports `inspect` to list them, which takes 3 milliseconds."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator


def modules_in(path: Iterable[str]) -> Iterator[str]:
    """The names of the modules and packages in the folders of a package, sorted in each folder."""
    for folder in path:
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py"):
                if name != "__init__.py":
                    yield name.removesuffix(".py")
            elif os.path.isfile(os.path.join(folder, name, "__init__.py")):
                yield name
