"""Rules beyond the language's own: one file and one page each. `run.run` asks them all; `run.RULES` lists them by code."""
