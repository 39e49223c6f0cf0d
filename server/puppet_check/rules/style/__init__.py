"""Style rules: the checks of puppet-lint in `core/`, those of its plugins in `plugins/`. `run.run` applies those that a profile selects."""
