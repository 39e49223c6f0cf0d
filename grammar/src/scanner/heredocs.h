/* Heredocs: tags, and the texts that wait for the end of the line. */

#pragma once

#include "strings.h"

static void put_utf8(Heredoc *heredoc, unsigned *length, int32_t c) {
  unsigned size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  if (c < 0 || *length + size > MAX_TAG) {
    *length = MAX_TAG + 1; /* too long: no heredoc waits */
    return;
  }
  static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (unsigned i = size; i-- > 1;) {
    heredoc->tag[*length + i] = (char)(0x80 | (c & 0x3f));
    c >>= 6;
  }
  heredoc->tag[*length] = (char)(lead[size] | c);
  *length += size;
}

static bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == 0; }

static void strip(Heredoc *heredoc, unsigned *length) {
  unsigned start = 0;
  while (*length > start && is_ascii_space(heredoc->tag[*length - 1])) --*length;
  while (start < *length && is_ascii_space(heredoc->tag[start])) start++;
  *length -= start;
  memmove(heredoc->tag, heredoc->tag + start, *length);
}

/* At `@`: `@(tag:syntax/escapes)`. What is wrong inside of the parentheses is said when lowering. */
static bool heredoc_tag(Scanner *scanner, TSLexer *lexer) {
  advance(lexer);
  if (lexer->lookahead != '(') return false;
  advance(lexer);
  Heredoc heredoc = {0};
  unsigned length = 0;
  while (!at_line_end(lexer) && lexer->lookahead != ')' && lexer->lookahead != ':' && lexer->lookahead != '/') {
    if (length <= MAX_TAG) put_utf8(&heredoc, &length, lexer->lookahead);
    advance(lexer);
  }
  while (!at_line_end(lexer) && lexer->lookahead != ')' && lexer->lookahead != '/') advance(lexer);
  if (lexer->lookahead == '/') {
    advance(lexer);
    heredoc.escapes = lexer->lookahead == ')' || is_blank(lexer->lookahead);
    while (!at_line_end(lexer) && lexer->lookahead != ')') {
      heredoc.escapes |= lexer->lookahead == '$';
      advance(lexer);
    }
  }
  bool closed = lexer->lookahead == ')';
  if (closed) advance(lexer);
  lexer->mark_end(lexer);
  if (closed && length <= MAX_TAG && scanner->count < MAX_TAGS) {
    strip(&heredoc, &length);
    if (length >= 2 && heredoc.tag[0] == '"' && heredoc.tag[length - 1] == '"') {
      heredoc.interpolates = true;
      length -= 2;
      memmove(heredoc.tag, heredoc.tag + 1, length);
      strip(&heredoc, &length);
    }
    if (length > 0) {
      heredoc.length = (uint8_t)length;
      scanner->heredocs[scanner->count++] = heredoc;
    }
  }
  return found(lexer, HEREDOC_TAG);
}

static void drop_heredoc(Scanner *scanner) {
  if (scanner->count > 0) scanner->count--;
  memmove(scanner->heredocs, scanner->heredocs + 1, scanner->count * sizeof(Heredoc));
  scanner->in_body = false;
  scanner->line_start = false;
}

/* The last bytes of the line that is being read, without the white space at its end. */
typedef struct {
  Heredoc bytes;
  unsigned length;
  unsigned blanks; /* white space that counts only if more follows */
} Tail;

static void put_tail(Tail *tail, int32_t c) {
  if (c < 0) c = 0xfffd;
  if (tail->length + 4 > MAX_TAG) {
    memmove(tail->bytes.tag, tail->bytes.tag + 4, tail->length - 4);
    tail->length -= 4;
  }
  put_utf8(&tail->bytes, &tail->length, c);
}

/* Whether the line that ends here is the end of the heredoc: the tag is the last thing on it (whatever stands before it). */
static bool ends_with_tag(const Tail *tail, const Heredoc *heredoc) {
  return tail->length >= heredoc->length &&
         memcmp(tail->bytes.tag + tail->length - heredoc->length, heredoc->tag, heredoc->length) == 0;
}

/* Inside of a heredoc's text. */
static bool heredoc_part(Scanner *scanner, TSLexer *lexer) {
  Heredoc *heredoc = &scanner->heredocs[0];
  bool any = false;
  lexer->mark_end(lexer);
  if (scanner->count == 0 || !scanner->in_body) {
    /* the parser believes in a text that recovery from an error has left */
    return found(lexer, HEREDOC_UNCLOSED);
  }
  if (lexer->lookahead == '$' && heredoc->interpolates) {
    if (interpolation(lexer)) {
      scanner->line_start = false;
      return true;
    }
    any = true;
    lexer->mark_end(lexer);
  }
  for (;;) {
    if (lexer->eof(lexer)) {
      if (any) return found(lexer, HEREDOC_TEXT);
      drop_heredoc(scanner);
      return found(lexer, HEREDOC_UNCLOSED);
    }
    bool may_end = scanner->line_start;
    Tail tail = {0};
    while (!at_line_end(lexer)) {
      int32_t c = lexer->lookahead;
      if (c == '$' && heredoc->interpolates) {
        lexer->mark_end(lexer);
        if (interpolation_follows(lexer)) {
          scanner->line_start = false;
          return found(lexer, HEREDOC_TEXT);
        }
        put_tail(&tail, c);
        any = true;
        continue;
      }
      scanner->scanned++;
      advance(lexer);
      if (c == '\r' && at_line_end(lexer)) break;
      if (is_blank(c)) {
        tail.blanks++;
        continue;
      }
      for (; tail.blanks > 0; tail.blanks--) put_tail(&tail, ' ');
      put_tail(&tail, c);
      if (c == '\\' && heredoc->escapes && !at_line_end(lexer) && lexer->lookahead != '\r') {
        put_tail(&tail, lexer->lookahead);
        advance(lexer);
      }
    }
    if (may_end && ends_with_tag(&tail, heredoc)) {
      if (any) return found(lexer, HEREDOC_TEXT); /* up to the start of this line */
      lexer->mark_end(lexer);
      drop_heredoc(scanner);
      return found(lexer, HEREDOC_END);
    }
    if (!lexer->eof(lexer)) advance(lexer);
    lexer->mark_end(lexer);
    any = true;
    scanner->line_start = true;
  }
}
