"""How `puppet-check test` shows results: as text, JSON and JUnit XML, and what no example looked at."""
