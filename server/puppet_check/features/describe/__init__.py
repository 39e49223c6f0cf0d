"""Descriptions in Markdown of what a name or value means."""
