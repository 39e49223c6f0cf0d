"""Renaming of symbols: the edits of all files that name them, those that only their author can judge, or the reason for a refusal.

`rename.py` decides what kind of symbol it is; `variables.py`, `definitions.py`, `titles.py`, `keys.py` and `template_parameters.py` make
the edits. What names a symbol without being an occurrence of it is found by `setters.py` (hashes of attributes), `templates.py` (ERB),
`mentions.py` (strings and Ruby) and `strings.py` (strings that equal the name). Files that are renamed by the client are the subject of
`moves.py`.
"""
