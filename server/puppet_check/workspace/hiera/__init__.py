"""Hiera: the data of an environment and its modules, and lookups in it."""

from puppet_check.workspace.hiera.hiera import Hiera

__all__ = ("Hiera",)
