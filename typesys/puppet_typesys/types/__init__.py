"""The types, their algebra and their text.

Several modules keep tables that modules above them fill, such as the rules of `relate` by the class of a type. Importing any module of
this package imports these first, so the tables are filled whoever is imported first.

Threads share those tables, which nothing changes after the import, and the results that functions keep (`functools.cache` and
`lru_cache`), which are immutable: two threads may compute the same one, and both answers are equal.
"""

import puppet_typesys.types.accept_nested
import puppet_typesys.types.accept_simple
import puppet_typesys.types.builtin_objects
import puppet_typesys.types.define
import puppet_typesys.types.init
import puppet_typesys.types.instances
import puppet_typesys.types.show_object
import puppet_typesys.types.uri_parameters  # noqa: F401  # all of them for what they enter into tables
