"""Whole catalogs: evaluations with the definitions, functions, files and data of a project."""
