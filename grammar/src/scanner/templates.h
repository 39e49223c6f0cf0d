/* Templates: the text between tags, and the tags. */

#pragma once

#include "characters.h"

/* In the text of a template: up to the next tag, or the tag itself when nothing is left to print before it. */
static bool template_text(Scanner *scanner, TSLexer *lexer) {
  bool trim = scanner->trim, solid = false, blanks = false, any = false;
  lexer->mark_end(lexer);
  for (;;) {
    if (trim) {
      while (lexer->lookahead == ' ' || lexer->lookahead == '\t') any = true, advance(lexer);
      if (lexer->lookahead == '\r') any = true, advance(lexer);
      if (lexer->lookahead == '\n') any = true, advance(lexer);
      trim = false;
    }
    if (lexer->eof(lexer)) {
      if (!any) return false;
      scanner->trim = false;
      lexer->mark_end(lexer);
      return found(lexer, RENDER_TEXT);
    }
    int32_t c = lexer->lookahead;
    if (c != '<') {
      advance(lexer);
      any = true;
      if (c == ' ' || c == '\t') blanks = true;
      else solid = true;
      continue;
    }
    lexer->mark_end(lexer);
    advance(lexer);
    if (lexer->lookahead != '%') {
      any = solid = true;
      continue;
    }
    advance(lexer);
    c = lexer->lookahead;
    if (c == '%') {
      advance(lexer);
      any = solid = true;
      continue;
    }
    if (c == '#') {
      /* the comment ends with the first %> that has another character before it than % or the # */
      int32_t before = 0, last = 0;
      advance(lexer);
      bool dash = lexer->lookahead == '-';
      if (dash) blanks = false;
      bool closed = false;
      for (unsigned i = 0; !lexer->eof(lexer) && !closed; i++) {
        c = lexer->lookahead;
        advance(lexer);
        if (c == '>' && last == '%' && i >= 2 && before != '%') {
          closed = true;
          trim = before == '-';
        }
        before = last;
        last = c;
      }
      any = true;
      if (!closed) {
        lexer->mark_end(lexer);
        return found(lexer, RENDER_TEXT);
      }
      continue;
    }
    if (solid || (blanks && c != '-')) {
      /* what was read before is text, up to the mark; the tag is read next */
      return found(lexer, RENDER_TEXT);
    }
    if (c == '-' || c == '=') advance(lexer);
    lexer->mark_end(lexer);
    scanner->mode = c == '=' ? RENDER : CODE;
    scanner->trim = false;
    return found(lexer, c == '=' ? RENDER_START : TAG_OPEN);
  }
}

/* In the code of a template, at `%` or `-`: `%>` or `-%>`. */
static bool template_close(Scanner *scanner, TSLexer *lexer) {
  bool trim = lexer->lookahead == '-';
  if (trim) advance(lexer);
  if (lexer->lookahead != '%') return false;
  advance(lexer);
  if (lexer->lookahead != '>') return false;
  advance(lexer);
  lexer->mark_end(lexer);
  enum Token token = scanner->mode == RENDER ? RENDER_END : TAG_CLOSE;
  scanner->mode = TEXT;
  scanner->trim = trim;
  scanner->count = 0; /* the text of a heredoc whose line leaves the code is printed, too */
  scanner->in_body = false;
  return found(lexer, token);
}

/* At the start of a text: decides whether it is a template. */
static bool start(Scanner *scanner, TSLexer *lexer) {
  bool template = scanner->for_templates;
  lexer->mark_end(lexer);
  if (!template && lexer->lookahead == '<') {
    advance(lexer);
    template = lexer->lookahead == '%';
  }
  scanner->greedy = scanner->is_greedy;
  scanner->mode = template ? TEXT : MANIFEST;
  return found(lexer, template ? TEMPLATE_START : MANIFEST_START);
}
