"""Values that Python has no type for: default, Hash, Regexp, Sensitive, SemVer, Timestamp and others.

All other values are Python's own: undef is `None`, an Array is a `tuple`, and Booleans, Integers, Floats and Strings are `bool`, `int`,
`float` and `str`. This package does not depend on the types of the language.
"""
