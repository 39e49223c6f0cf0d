"""Issues of evaluation: what values, operators, functions and the catalog refuse, in the reference's words.

An error carries a message of one of these; who reports it decides where to place it. Arguments are what is looked at again: names that
are unknown, parameters, types and titles of resources, mismatches of types.
"""
