"""Hiera: the data of an environment and its modules, what a lookup finds in it, and what is wrong with it."""

from puppet_check.workspace.hiera.check import check_hiera
from puppet_check.workspace.hiera.codes import HIERA
from puppet_check.workspace.hiera.hiera import Hiera

__all__ = ("HIERA", "Hiera", "check_hiera")
