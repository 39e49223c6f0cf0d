"""Catalogs of many nodes that depend on each other."""
