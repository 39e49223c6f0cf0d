/* Strings: whole, in pieces, or given up at the end of a line. */

#pragma once

#include "characters.h"

/* Moves over `name`, `::name`, `a::b`, marking the end behind each segment. Tells whether there was one. */
static bool variable_name(TSLexer *lexer) {
  bool any = false;
  for (;;) {
    if (any || lexer->lookahead == ':') {
      if (lexer->lookahead != ':') return any;
      advance(lexer);
      if (lexer->lookahead != ':') return any;
      advance(lexer);
    }
    if (!is_word(lexer->lookahead)) return any;
    while (is_word(lexer->lookahead)) advance(lexer);
    lexer->mark_end(lexer);
    any = true;
  }
}

/* At `$`: moves over it and tells whether an interpolation starts here. */
static bool interpolation_follows(TSLexer *lexer) {
  advance(lexer);
  if (lexer->lookahead == '{' || is_word(lexer->lookahead)) return true;
  if (lexer->lookahead != ':') return false;
  advance(lexer);
  if (lexer->lookahead != ':') return false;
  advance(lexer);
  return is_word(lexer->lookahead);
}

/* At `$` as the first character of a token: the variable or the start of an interpolation. False for a mere dollar. */
static bool interpolation(TSLexer *lexer) {
  advance(lexer);
  if (lexer->lookahead == '{') {
    advance(lexer);
    lexer->mark_end(lexer);
    return found(lexer, INTERPOLATION_START);
  }
  return variable_name(lexer) && found(lexer, STRING_VARIABLE);
}

/* What never follows the closing quote of a string that spans lines, but often the opening quote of the next one. */
static bool is_content(int32_t c) {
  return is_word(c) || (c > 0 && c < 128 && strchr("$\\'\"/@(", (int)c)) || c > 0xa0;
}

static bool skip_to_quote(TSLexer *lexer, int32_t quote, unsigned *budget, unsigned depth);

/* Behind `${`: moves behind its `}`. */
static bool skip_interpolation(TSLexer *lexer, unsigned *budget, unsigned depth) {
  unsigned braces = 1;
  while (!lexer->eof(lexer) && *budget > 0) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    --*budget;
    if (c == '{') braces++;
    if (c == '}' && --braces == 0) return true;
    if ((c == '"' || c == '\'') && (depth == MAX_NESTING || !skip_to_quote(lexer, c, budget, depth + 1))) return false;
  }
  return false;
}

/* Moves behind the quote that closes a string; false when there is none. */
static bool skip_to_quote(TSLexer *lexer, int32_t quote, unsigned *budget, unsigned depth) {
  while (!lexer->eof(lexer) && *budget > 0) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    --*budget;
    if (c == quote) return true;
    if (c == '\\' && !lexer->eof(lexer)) advance(lexer);
    if (c == '$' && quote == '"' && lexer->lookahead == '{') {
      advance(lexer);
      if (!skip_interpolation(lexer, budget, depth)) return false;
    }
  }
  return false;
}

/* At a line feed inside of a string: whether the string really goes on behind it. */
static bool spans_lines(Scanner *scanner, TSLexer *lexer, int32_t quote) {
  unsigned budget = MAX_LOOKAHEAD;
  bool ends = skip_to_quote(lexer, quote, &budget, 0);
  scanner->scanned += MAX_LOOKAHEAD - budget;
  return (ends && !is_content(lexer->lookahead)) || budget == 0;
}

/* Characters at the end of a line that more likely belong to the code around an unclosed string than to the string. */
static bool is_closer(int32_t c) { return c == ' ' || c == '\t' || c == '\r' || (c > 0 && c < 128 && strchr(",;:)]}{", (int)c)); }

enum End { AT_QUOTE, BEHIND_QUOTE, AT_INTERPOLATION, AT_LINE_END, AT_FILE_END };

/* At a quote that would end a text before its first character: moves over it. The reference takes it for the text's first character when
 * another quote follows, or what could be an interpolation. */
static bool closes_empty_text(TSLexer *lexer, int32_t quote) {
  advance(lexer);
  return lexer->lookahead != quote && !(quote == '"' && lexer->lookahead == '$');
}

/* Moves over the text of a string on one line, up to its quote, an interpolation or the line's end. The end of the token is marked
 * at the quote or interpolation, or else behind the last character that is not a closer. */
static enum End line_of_text(TSLexer *lexer, int32_t quote, bool first) {
  for (;; first = false) {
    int32_t c = lexer->lookahead;
    if (lexer->eof(lexer)) return AT_FILE_END;
    if (c == '\n') return AT_LINE_END;
    if (c == quote) {
      lexer->mark_end(lexer);
      if (!first) return AT_QUOTE;
      if (closes_empty_text(lexer, quote)) return BEHIND_QUOTE;
      continue;
    }
    if (c == '$' && quote == '"') {
      lexer->mark_end(lexer);
      if (interpolation_follows(lexer)) return AT_INTERPOLATION;
      continue;
    }
    advance(lexer);
    if (c == '\\' && !at_line_end(lexer)) {
      if (lexer->lookahead != '\r') advance(lexer);
      c = 0;
    }
    if (c == '\\') {
      /* the escaped line feed belongs to the text, the line ends all the same */
      return lexer->eof(lexer) ? AT_FILE_END : AT_LINE_END;
    }
    if (!is_closer(c)) lexer->mark_end(lexer);
  }
}

/* The bit of the innermost open string. */
static uint32_t innermost(const Scanner *scanner) { return 1u << (scanner->depth & 31); }

static bool open_string(Scanner *scanner, TSLexer *lexer, bool spans) {
  scanner->depth++;
  scanner->spanning = spans ? scanner->spanning | innermost(scanner) : scanner->spanning & ~innermost(scanner);
  scanner->in_text = spans;
  return found(lexer, STRING_START);
}

static bool close_string(Scanner *scanner, TSLexer *lexer, enum Token token) {
  if (scanner->depth > 0) scanner->depth--;
  scanner->in_text = false;
  return found(lexer, token);
}

/* A quote without a partner; the end is marked already, but for strings that swallow what follows. */
static bool unclosed_string(Scanner *scanner, TSLexer *lexer, bool recovering) {
  if (recovering) return false;
  if (scanner->greedy) lexer->mark_end(lexer);
  return found(lexer, UNCLOSED_STRING);
}

/* At an opening quote. While recovering, a quote without a partner is no string: skipping it alone loses less. */
static bool string(Scanner *scanner, TSLexer *lexer, bool recovering) {
  int32_t quote = lexer->lookahead;
  advance(lexer);
  lexer->mark_end(lexer);
  switch (line_of_text(lexer, quote, true)) {
    case AT_QUOTE:
      advance(lexer);
      /* fall through */
    case BEHIND_QUOTE:
      lexer->mark_end(lexer);
      return found(lexer, STRING);
    case AT_INTERPOLATION:
      return open_string(scanner, lexer, false);
    case AT_FILE_END:
      return unclosed_string(scanner, lexer, recovering);
    case AT_LINE_END:
      break;
  }
  /* The end stays marked on the first line, where an unclosed string ends, until the partner is found. */
  bool interpolates = false;
  unsigned budget = MAX_LOOKAHEAD;
  for (;;) {
    int32_t c = lexer->lookahead;
    if (lexer->eof(lexer)) return unclosed_string(scanner, lexer, recovering);
    advance(lexer);
    scanner->scanned++;
    if (budget > 0) budget--;
    if (c == quote) break;
    if (c == '\\' && !lexer->eof(lexer)) {
      advance(lexer);
    } else if (c == '$' && quote == '"' && (lexer->lookahead == '{' || lexer->lookahead == ':' || is_word(lexer->lookahead))) {
      if (scanner->greedy) return open_string(scanner, lexer, true);
      interpolates = true;
      bool braces = lexer->lookahead == '{';
      if (braces) advance(lexer);
      if (budget == 0) break;
      unsigned before = budget;
      bool ends = !braces || skip_interpolation(lexer, &budget, 0);
      scanner->scanned += before - budget;
      if (!ends && budget > 0) return unclosed_string(scanner, lexer, recovering);
    }
  }
  if (budget > 0 && !scanner->greedy && is_content(lexer->lookahead)) return unclosed_string(scanner, lexer, recovering);
  if (interpolates) return open_string(scanner, lexer, true);
  lexer->mark_end(lexer);
  return found(lexer, STRING);
}

/* Inside of a "string". */
static bool string_part(Scanner *scanner, TSLexer *lexer) {
  lexer->mark_end(lexer);
  if (lexer->lookahead == '"' && (scanner->in_text || closes_empty_text(lexer, '"'))) {
    if (scanner->in_text) advance(lexer);
    lexer->mark_end(lexer);
    return close_string(scanner, lexer, STRING_END);
  }
  if (lexer->lookahead == '$') {
    scanner->in_text = false;
    if (interpolation(lexer)) return true;
    lexer->mark_end(lexer); /* a mere dollar, and the colons behind it, are text */
  }
  scanner->in_text = true;
  for (;;) {
    switch (line_of_text(lexer, '"', false)) {
      case BEHIND_QUOTE:
      case AT_QUOTE:
      case AT_INTERPOLATION:
        return found(lexer, STRING_TEXT);
      case AT_FILE_END:
        return close_string(scanner, lexer, STRING_UNCLOSED);
      case AT_LINE_END:
        if (!scanner->greedy && !(scanner->spanning & innermost(scanner))) {
          if (!spans_lines(scanner, lexer, '"')) return close_string(scanner, lexer, STRING_UNCLOSED);
          /* The token ends on this line; the next one goes over the line feed. */
          scanner->spanning |= innermost(scanner);
          return found(lexer, STRING_TEXT);
        }
        advance(lexer);
        lexer->mark_end(lexer);
    }
  }
}
