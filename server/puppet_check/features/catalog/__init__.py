"""Catalogs for views and previews."""
