"""Why one resource needs another one to be applied before it: one rule a module, each a function over a `View`."""
