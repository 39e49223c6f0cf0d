"""Everything that is read from the disk goes through this package: files, folders, and the data formats in which strangers write them.

A workspace may be hostile. So only regular files are opened, their sizes and depths are limited, links lead nowhere unexpected, and each
real folder is visited once. `SECURITY.md` lists what is read; a house test forbids other ways of reading.
"""
