"""Queries for editors, installed as package data: `importlib.resources.files("puppet_grammar.queries")`."""
