"""`puppet-eval diff`: what a change of the code or the data does to the catalogs of nodes."""
