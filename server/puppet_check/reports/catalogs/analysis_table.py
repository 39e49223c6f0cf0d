"""The analyses of catalogs, by name: none of them is imported before there is a catalog to look at."""

ANALYSES: tuple[str, ...] = ("order_findings", "secret_findings", "injection_findings")
"""The modules beside this one with an analysis: a function `analysed`, and `CODES`, what it reports with the default severities."""
