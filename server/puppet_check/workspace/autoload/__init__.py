"""The autoloader of a project: which files may define a name, what they define, and whether a name certainly does not exist."""
