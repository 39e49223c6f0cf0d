"""Rules about the Ruby code of modules, which is checked for versions that run on another Ruby or OpenFact than Puppet 8.10."""
