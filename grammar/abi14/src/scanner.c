// The same scanner, where tools that build a parser look for it.

#include "../../src/scanner.c"
