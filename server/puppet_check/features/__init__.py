"""Answers for an editor: functions from a document to plain data."""
