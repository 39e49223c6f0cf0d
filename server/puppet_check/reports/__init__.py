"""Reports: the results of checking files, as plain data to send, store and compare. Both front ends check many files through it."""
