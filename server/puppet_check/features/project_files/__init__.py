"""The other files of a project: those that are searched, and new ones."""
