"""The one door of this package to catalogs, functions and types."""
