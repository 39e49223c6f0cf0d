"""The files of a project that are no manifests: `metadata.json`, `Puppetfile`, `environment.conf`, tasks and templates in ERB; and plans.

`check.check_file` tells what is wrong in one of them; the manual pages of what it reports lie here.
"""
