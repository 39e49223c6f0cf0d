"""What Python has no word for: default, Hash, Regexp, Sensitive, SemVer, Timestamp and the like.

All other values are Python's own: undef is `None`, an Array is a `tuple`, and Boolean, Integer, Float and String are what they
are in Python. This package knows no types.
"""
