"""The rows of the data types: one module for each family of types, which says everything of them in one place.

A new data type is a class in `model` and a call of `data_type` here; see `row`.
"""

import puppet_typesys.types.rows.anything
import puppet_typesys.types.rows.arrays
import puppet_typesys.types.rows.binaries
import puppet_typesys.types.rows.callables
import puppet_typesys.types.rows.catalog_entries
import puppet_typesys.types.rows.choices
import puppet_typesys.types.rows.hashes
import puppet_typesys.types.rows.initial
import puppet_typesys.types.rows.iterables
import puppet_typesys.types.rows.objects
import puppet_typesys.types.rows.scalars
import puppet_typesys.types.rows.texts
import puppet_typesys.types.rows.times
import puppet_typesys.types.rows.versions
import puppet_typesys.types.rows.wrappers  # noqa: F401  # all of them for what they enter into tables
