"""Editor features: functions from a document to plain data."""
