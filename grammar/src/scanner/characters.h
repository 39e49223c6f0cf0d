/* Kinds of characters, and moving over them. */

#pragma once

#include "state.h"

static bool is_blank(int32_t c) {
  return c == ' ' || c == '\t' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f || c == 0x205f || c == 0x3000;
}

static bool is_word(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static bool at_line_end(TSLexer *lexer) { return lexer->lookahead == '\n' || lexer->eof(lexer); }

static bool found(TSLexer *lexer, enum Token token) {
  lexer->result_symbol = (TSSymbol)token;
  return true;
}
