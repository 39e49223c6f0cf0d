"""The rules that a repository declares for its own Puppet code."""
