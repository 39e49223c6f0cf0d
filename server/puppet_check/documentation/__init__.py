"""Documents modules as puppet-strings does: reads definitions and their comments, and writes REFERENCE.md or JSON.

The forms are those of puppet-strings 4.1, so that its output can be replaced without a change in a file.
"""
