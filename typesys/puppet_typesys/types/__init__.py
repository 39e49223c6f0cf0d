"""The types of Puppet: their algebra, and how they are parsed and shown.

What is said of one type alone is in one place, its rows in `rows`: they fill the tables of the modules that answer a question for all
types, such as `relate` for assignability. Importing any module of this package imports the rows first, so the tables are complete
whichever module is imported first.

Threads share those tables, which do not change after the import, and memoised results (`functools.cache` and `lru_cache`), which are
immutable: two threads may compute the same one, and both results are equal.
"""

import puppet_typesys.types.builtin_objects
import puppet_typesys.types.rows  # noqa: F401  # both for what they enter into tables
