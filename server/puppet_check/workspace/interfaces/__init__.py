"""Interfaces: what releases of modules define, so that names of modules that are not installed can be checked.

An interface has no bodies and no documentation. It is made from checkouts of a module by `puppet-check interfaces make`, is stored as one
compressed file (`file.py`), and answers for the releases that a declared dependency accepts (`accepted.py`, `interface.py`).
"""
