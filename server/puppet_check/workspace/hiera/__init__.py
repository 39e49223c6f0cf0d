"""Hiera: the data of an environment and its modules, what a lookup finds in it, and what is wrong with it."""
