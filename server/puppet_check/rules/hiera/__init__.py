"""Rules about Hiera: `hiera.yaml` and data files."""
