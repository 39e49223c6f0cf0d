"""Issues of evaluation, in the reference's words: errors of values, operators, functions and the catalog.

An error carries a message of one of these issues; the code that reports the error locates it. Everything that fixes, hints and related
places depend on is an argument: unknown names, parameters, types and titles of resources, type mismatches.
"""
