"""Reports: what checking files gave, as plain data that can be sent, kept and compared. Both front ends check many files through it."""
