"""Files, projects and modules on disk, and what they define."""
