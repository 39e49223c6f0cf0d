"""The types of Puppet: their algebra, and how they are parsed and shown.

Several modules keep dispatch tables that modules above them fill, such as the rules of `relate` by the class of a type. Importing any
module of this package imports all of these modules first, so the tables are complete whichever module is imported first.

Threads share those tables, which do not change after the import, and memoised results (`functools.cache` and `lru_cache`), which are
immutable: two threads may compute the same one, and both results are equal.
"""

import puppet_typesys.types.accept_nested
import puppet_typesys.types.accept_simple
import puppet_typesys.types.builtin_objects
import puppet_typesys.types.define
import puppet_typesys.types.init
import puppet_typesys.types.instances
import puppet_typesys.types.show_object
import puppet_typesys.types.uri_parameters  # noqa: F401  # all of them for what they enter into tables
