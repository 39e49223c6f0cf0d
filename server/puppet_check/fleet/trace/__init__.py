"""What catalogs were made of: everything that a compilation asks of its node and of the code, with the answers (verifying traces).

A question is a tuple of strings, and so is asked of any node in any environment. A catalog is the same wherever all answers are.
"""
