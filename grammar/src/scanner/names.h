/* Words: variables of interpolations, and keywords that end where a name would. */

#pragma once

#include "characters.h"

/* Moves over white space and comments. Tells whether there was any white space last. */
static bool skip_space(Scanner *scanner, TSLexer *lexer) {
  bool space = false;
  for (;;) {
    if (is_blank(lexer->lookahead) || lexer->lookahead == '\r' || lexer->lookahead == '\n') {
      space = true;
      advance(lexer);
    } else if (lexer->lookahead == '#') {
      while (!at_line_end(lexer)) advance(lexer);
    } else if (lexer->lookahead == '/') {
      advance(lexer);
      if (lexer->lookahead != '*') return space;
      advance(lexer);
      for (int32_t last = 0; !lexer->eof(lexer) && !(last == '*' && lexer->lookahead == '/');) {
        last = lexer->lookahead;
        scanner->scanned++;
        advance(lexer);
      }
      advance(lexer);
      space = false;
    } else {
      return space;
    }
  }
}

static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }

/* Moves over a number and marks its end: letters are read too, since a number that is wrong is still meant as one.
 * Tells whether a dot that is no part of it was read behind it. */
static bool number(TSLexer *lexer) {
  int32_t last = 0;
  for (bool fraction = false;;) {
    while (is_word(lexer->lookahead)) {
      last = lexer->lookahead;
      advance(lexer);
    }
    lexer->mark_end(lexer);
    if (lexer->lookahead == '-' && (last == 'e' || last == 'E')) {
      advance(lexer);
      if (!is_digit(lexer->lookahead)) return false;
    } else if (lexer->lookahead == '.' && !fraction) {
      fraction = true;
      advance(lexer);
      if (!is_digit(lexer->lookahead)) return true;
    } else {
      return false;
    }
  }
}

/* Moves over a name or bare word and marks its end. */
static bool name(TSLexer *lexer) {
  bool any = false;
  for (;;) {
    if (lexer->lookahead == ':') {
      advance(lexer);
      if (lexer->lookahead != ':') return any;
      advance(lexer);
    } else if (any) {
      return true;
    }
    if (!((lexer->lookahead >= 'a' && lexer->lookahead <= 'z') || lexer->lookahead == '_')) return false;
    for (;;) {
      while (is_word(lexer->lookahead)) advance(lexer);
      lexer->mark_end(lexer);
      any = true;
      if (lexer->lookahead != '-') break;
      while (lexer->lookahead == '-') advance(lexer);
      if (!is_word(lexer->lookahead)) return true;
    }
  }
}

/* Directly behind `${`: a name, number or keyword that stands alone or before `.` or `[` means a variable. */
static bool interpolated_name(Scanner *scanner, TSLexer *lexer) {
  if (is_digit(lexer->lookahead)) {
    if (number(lexer)) return found(lexer, INTERPOLATED_NAME);
  } else if (!name(lexer)) {
    return false;
  }
  bool space = skip_space(scanner, lexer);
  if (lexer->lookahead == '[') return !space && found(lexer, INTERPOLATED_NAME);
  return (lexer->lookahead == '}' || lexer->lookahead == '.') && found(lexer, INTERPOLATED_NAME);
}

/* At `p`: the keyword of a plan's definition, `plan name (` or `plan name {`. */
static bool plan(Scanner *scanner, TSLexer *lexer) {
  for (const char *c = "plan"; *c; c++) {
    if (lexer->lookahead != *c) return false;
    advance(lexer);
  }
  lexer->mark_end(lexer);
  if (!skip_space(scanner, lexer)) return false;
  if (lexer->lookahead != ':' && lexer->lookahead != '_' && !(lexer->lookahead >= 'a' && lexer->lookahead <= 'z')) return false;
  while (is_word(lexer->lookahead) || lexer->lookahead == ':' || lexer->lookahead == '-') advance(lexer);
  skip_space(scanner, lexer);
  return (lexer->lookahead == '(' || lexer->lookahead == '{') && found(lexer, PLAN);
}

/* Whether a name that was read up to here goes on. */
static bool name_goes_on(TSLexer *lexer) {
  while (lexer->lookahead == '-') advance(lexer);
  if (is_word(lexer->lookahead)) return true;
  if (lexer->lookahead != ':') return false;
  advance(lexer);
  if (lexer->lookahead != ':') return false;
  advance(lexer);
  return (lexer->lookahead >= 'a' && lexer->lookahead <= 'z') || lexer->lookahead == '_';
}

/* At the first letter of a keyword that may follow an expression, or of `apply(`. */
static bool keyword(TSLexer *lexer, const bool *valid) {
  static const struct {
    const char *text;
    enum Token token;
  } keywords[] = {{"and", AND}, {"or", OR}, {"in", IN}, {"else", ELSE}, {"elsif", ELSIF}};
  char word[6] = "";
  unsigned length = 0;
  while (length < 5 && lexer->lookahead >= 'a' && lexer->lookahead <= 'z') {
    word[length++] = (char)lexer->lookahead;
    advance(lexer);
  }
  lexer->mark_end(lexer);
  if (valid[APPLY] && strcmp(word, "apply") == 0) {
    while (is_blank(lexer->lookahead)) advance(lexer);
    return lexer->lookahead == '(' && found(lexer, APPLY);
  }
  for (unsigned i = 0; i < sizeof keywords / sizeof *keywords; i++) {
    if (strcmp(word, keywords[i].text) == 0) return valid[keywords[i].token] && !name_goes_on(lexer) && found(lexer, keywords[i].token);
  }
  return false;
}
