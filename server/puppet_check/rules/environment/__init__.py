"""Rules about `environment.conf`."""
