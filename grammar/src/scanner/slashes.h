/* Slashes: comments, regular expressions and divisions. */

#pragma once

#include "characters.h"

static bool block_comment(Scanner *scanner, TSLexer *lexer) {
  advance(lexer);
  bool first_line = true;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == '\n' && first_line) {
      lexer->mark_end(lexer); /* where the comment is given up, should it never end */
      first_line = false;
    }
    scanner->scanned++;
    advance(lexer);
    if (c == '*' && lexer->lookahead == '/') {
      advance(lexer);
      lexer->mark_end(lexer);
      return found(lexer, BLOCK_COMMENT);
    }
  }
  if (first_line) lexer->mark_end(lexer);
  return found(lexer, UNCLOSED_COMMENT);
}

/* Behind the `/` that may open a regular expression: moves behind the one that closes it. */
static bool regex(Scanner *scanner, TSLexer *lexer, bool one_line) {
  if (one_line && is_blank(lexer->lookahead)) return false;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if (one_line && c == '\n') return false;
    scanner->scanned++;
    advance(lexer);
    if (c == '/') {
      lexer->mark_end(lexer);
      return true;
    }
    if (c == '\\' && !lexer->eof(lexer)) advance(lexer);
  }
  return false;
}

static bool slash(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  advance(lexer);
  if (lexer->lookahead == '*') return block_comment(scanner, lexer);
  lexer->mark_end(lexer);
  bool recovering = valid[RECOVERING];
  if (valid[REGEX] && (!valid[DIVIDE] || valid[AFTER_BRACE] || recovering) && regex(scanner, lexer, recovering)) return found(lexer, REGEX);
  return valid[DIVIDE] && found(lexer, DIVIDE);
}
