"""Rules beyond those of the language, each with a manual page. `run.run` applies all of them; `run.RULES` lists them by code."""
