"""The queries for editors, installed as data of the grammar: `importlib.resources.files("puppet_grammar.queries")`."""
