"""Evidence for findings: for every error in a set of modules, whether the reference refuses the same statement."""
