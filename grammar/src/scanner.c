/*
 * The tokens of Puppet whose extent or meaning depends on more than the next characters.
 *
 * - Strings: whole when nothing is interpolated, in pieces otherwise. A quote without a partner ends with its line, so that
 *   one slip does not swallow the file; the same when the partner is clearly the opening quote of another string.
 * - Heredocs: a queue of tags whose texts are still to come. All of it is serialised, so incremental parsing is exact.
 * - `/` divides or opens a regular expression, `[` accesses or opens a list, `(` calls or groups, `{` behind `?`.
 * - Templates: text and tags. A template announces itself by its first characters `<%`, or by its included ranges.
 *
 * A first included range of one, two or three characters says how the text is read: as a template, with strings as long as the
 * reference takes them (a quote without a partner swallows what follows), or as a template with such strings.
 *
 * Two tokens are never produced: the grammar allows them directly behind a `}` and a `${`, so that their being valid says
 * what the previous token was.
 */

#include "tree_sitter/parser.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum Token {
  MANIFEST_START,
  TEMPLATE_START,
  STRING,
  UNCLOSED_STRING,
  STRING_START,
  STRING_END,
  STRING_UNCLOSED,
  STRING_TEXT,
  STRING_VARIABLE,
  INTERPOLATION_START,
  INTERPOLATED_NAME,
  HEREDOC_TAG,
  HEREDOC_START,
  HEREDOC_TEXT,
  HEREDOC_END,
  HEREDOC_UNCLOSED,
  REGEX,
  DIVIDE,
  BLOCK_COMMENT,
  UNCLOSED_COMMENT,
  ACCESS_BRACKET,
  CALL_PARENTHESIS,
  SELECTOR_BRACE,
  AFTER_BRACE,
  AFTER_INTERPOLATION_START,
  RENDER_TEXT,
  TAG_OPEN,
  TAG_CLOSE,
  RENDER_START,
  RENDER_END,
  PLAN,
  APPLY,
  AND,
  OR,
  IN,
  ELSE,
  ELSIF,
  RECOVERING,
};

enum Mode { UNSTARTED, MANIFEST, TEXT, CODE, RENDER };

enum {
  MAX_TAGS = 8,         /* heredocs that may wait on one line */
  MAX_TAG = 110,        /* bytes of a tag, in UTF-8; 8 of these and what stands before them fit into the 1,024 bytes of a state */
  MAX_LOOKAHEAD = 1 << 16,
  MAX_NESTING = 64,
};

typedef struct {
  uint8_t length;
  bool interpolates; /* the tag is quoted */
  bool escapes;      /* \$ is an escape */
  char tag[MAX_TAG];
} Heredoc;

typedef struct {
  uint8_t mode;
  bool trim;       /* the last tag was closed by -%> */
  bool in_body;    /* inside of the text of heredocs[0] */
  bool line_start; /* at the start of a line of that text */
  bool greedy;     /* strings are never given up */
  bool in_text;    /* inside of a string, behind some of its text */
  uint8_t depth;   /* strings with interpolations that are open */
  uint32_t spanning; /* one bit for each of these: it is known to go on over line feeds */
  uint8_t count;
  Heredoc heredocs[MAX_TAGS];
} Scanner;

/* ---- state */

enum { HEAD = 3 + sizeof(uint32_t) }; /* bytes before the heredocs */


void *tree_sitter_puppet_external_scanner_create(void) { return calloc(1, sizeof(Scanner)); }

void tree_sitter_puppet_external_scanner_destroy(void *payload) { free(payload); }

unsigned tree_sitter_puppet_external_scanner_serialize(void *payload, char *buffer) {
  Scanner *scanner = payload;
  unsigned size = 0;
  buffer[size++] = (char)scanner->mode;
  buffer[size++] = (char)(scanner->trim | scanner->in_body << 1 | scanner->line_start << 2 | scanner->in_text << 3 | scanner->greedy << 4);
  buffer[size++] = (char)scanner->depth;
  memcpy(buffer + size, &scanner->spanning, sizeof scanner->spanning);
  size += sizeof scanner->spanning;
  for (unsigned i = 0; i < scanner->count; i++) {
    Heredoc *heredoc = &scanner->heredocs[i];
    buffer[size++] = (char)heredoc->length;
    buffer[size++] = (char)(heredoc->interpolates | heredoc->escapes << 1);
    memcpy(buffer + size, heredoc->tag, heredoc->length);
    size += heredoc->length;
  }
  return size;
}

void tree_sitter_puppet_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Scanner *scanner = payload;
  memset(scanner, 0, offsetof(Scanner, heredocs)); /* called before every token, so no more than needed */
  if (length < HEAD) return;
  scanner->mode = (uint8_t)buffer[0];
  scanner->trim = buffer[1] & 1;
  scanner->in_body = buffer[1] & 2;
  scanner->line_start = buffer[1] & 4;
  scanner->in_text = buffer[1] & 8;
  scanner->greedy = buffer[1] & 16;
  scanner->depth = (uint8_t)buffer[2];
  memcpy(&scanner->spanning, buffer + 3, sizeof scanner->spanning);
  for (unsigned at = HEAD; at + 2 <= length && scanner->count < MAX_TAGS;) {
    Heredoc *heredoc = &scanner->heredocs[scanner->count++];
    heredoc->length = (uint8_t)buffer[at];
    heredoc->interpolates = buffer[at + 1] & 1;
    heredoc->escapes = buffer[at + 1] & 2;
    memcpy(heredoc->tag, buffer + at + 2, heredoc->length);
    at += 2u + heredoc->length;
  }
}

/* ---- characters */

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

/* ---- strings */

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
static bool spans_lines(TSLexer *lexer, int32_t quote) {
  unsigned budget = MAX_LOOKAHEAD;
  return (skip_to_quote(lexer, quote, &budget, 0) && !is_content(lexer->lookahead)) || budget == 0;
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
      if (braces && !skip_interpolation(lexer, &budget, 0) && budget > 0) return unclosed_string(scanner, lexer, recovering);
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
          if (!spans_lines(lexer, '"')) return close_string(scanner, lexer, STRING_UNCLOSED);
          /* The token ends on this line; the next one goes over the line feed. */
          scanner->spanning |= innermost(scanner);
          return found(lexer, STRING_TEXT);
        }
        advance(lexer);
        lexer->mark_end(lexer);
    }
  }
}

/* ---- heredocs */

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

/* ---- templates */

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

static bool start(Scanner *scanner, TSLexer *lexer) {
  lexer->mark_end(lexer);
  bool template = false;
  unsigned first_range = 0;
  for (unsigned i = 1; i <= 3 && !lexer->eof(lexer) && !first_range; i++) {
    bool bracket = i == 1 && lexer->lookahead == '<';
    advance(lexer);
    template |= bracket && lexer->lookahead == '%';
    if (!lexer->eof(lexer) && lexer->is_at_included_range_start(lexer)) first_range = i;
  }
  template |= first_range == 1 || first_range == 3;
  scanner->greedy = first_range == 2 || first_range == 3;
  scanner->mode = template ? TEXT : MANIFEST;
  return found(lexer, template ? TEMPLATE_START : MANIFEST_START);
}

/* ---- slashes */

static bool block_comment(TSLexer *lexer) {
  advance(lexer);
  bool first_line = true;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == '\n' && first_line) {
      lexer->mark_end(lexer); /* where the comment is given up, should it never end */
      first_line = false;
    }
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
static bool regex(TSLexer *lexer, bool one_line) {
  if (one_line && is_blank(lexer->lookahead)) return false;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if (one_line && c == '\n') return false;
    advance(lexer);
    if (c == '/') {
      lexer->mark_end(lexer);
      return true;
    }
    if (c == '\\' && !lexer->eof(lexer)) advance(lexer);
  }
  return false;
}

static bool slash(TSLexer *lexer, const bool *valid) {
  advance(lexer);
  if (lexer->lookahead == '*') return block_comment(lexer);
  lexer->mark_end(lexer);
  bool recovering = valid[RECOVERING];
  if (valid[REGEX] && (!valid[DIVIDE] || valid[AFTER_BRACE] || recovering) && regex(lexer, recovering)) return found(lexer, REGEX);
  return valid[DIVIDE] && found(lexer, DIVIDE);
}

/* ---- the rest */

/* Moves over white space and comments. Tells whether there was any white space last. */
static bool skip_space(TSLexer *lexer) {
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
static bool interpolated_name(TSLexer *lexer) {
  if (is_digit(lexer->lookahead)) {
    if (number(lexer)) return found(lexer, INTERPOLATED_NAME);
  } else if (!name(lexer)) {
    return false;
  }
  bool space = skip_space(lexer);
  if (lexer->lookahead == '[') return !space && found(lexer, INTERPOLATED_NAME);
  return (lexer->lookahead == '}' || lexer->lookahead == '.') && found(lexer, INTERPOLATED_NAME);
}

/* At `p`: the keyword of a plan's definition, `plan name (` or `plan name {`. */
static bool plan(TSLexer *lexer) {
  for (const char *c = "plan"; *c; c++) {
    if (lexer->lookahead != *c) return false;
    advance(lexer);
  }
  lexer->mark_end(lexer);
  if (!skip_space(lexer)) return false;
  if (lexer->lookahead != ':' && lexer->lookahead != '_' && !(lexer->lookahead >= 'a' && lexer->lookahead <= 'z')) return false;
  while (is_word(lexer->lookahead) || lexer->lookahead == ':' || lexer->lookahead == '-') advance(lexer);
  skip_space(lexer);
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

bool tree_sitter_puppet_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Scanner *scanner = payload;
  bool recovering = valid[RECOVERING];
  if (scanner->mode == UNSTARTED) return start(scanner, lexer);
  if (scanner->mode == TEXT) return template_text(scanner, lexer);
  if (!recovering && valid[HEREDOC_TEXT]) return heredoc_part(scanner, lexer);
  if (!recovering && valid[STRING_TEXT]) return string_part(scanner, lexer);

  bool newline = false, space = false;
  while (is_blank(lexer->lookahead) || lexer->lookahead == '\r' || lexer->lookahead == '\n') {
    space = true;
    if (lexer->lookahead == '\n') {
      newline = true;
      if (scanner->count > 0 && valid[HEREDOC_START] && !(scanner->in_body && !recovering)) {
        advance(lexer);
        lexer->mark_end(lexer);
        scanner->in_body = scanner->line_start = true;
        return found(lexer, HEREDOC_START);
      }
    }
    lexer->advance(lexer, true);
  }

  if (valid[AFTER_INTERPOLATION_START] && !recovering && (is_word(lexer->lookahead) || lexer->lookahead == ':')) {
    return interpolated_name(lexer);
  }
  switch (lexer->lookahead) {
    case '\'':
    case '"':
      return valid[STRING] && string(scanner, lexer, recovering);
    case '[':
      if (!valid[ACCESS_BRACKET] || space) return false;
      advance(lexer);
      lexer->mark_end(lexer);
      return found(lexer, ACCESS_BRACKET);
    case '(':
      if (!valid[CALL_PARENTHESIS] || newline) return false;
      advance(lexer);
      lexer->mark_end(lexer);
      return found(lexer, CALL_PARENTHESIS);
    case '{':
      if (!valid[SELECTOR_BRACE] || recovering) return false;
      advance(lexer);
      lexer->mark_end(lexer);
      return found(lexer, SELECTOR_BRACE);
    case '@':
      return valid[HEREDOC_TAG] && heredoc_tag(scanner, lexer);
    case '/':
      return slash(lexer, valid);
    case 'p':
      return valid[PLAN] && plan(lexer);
    case 'a':
    case 'o':
    case 'i':
    case 'e':
      return keyword(lexer, valid);
    case '%':
    case '-':
      return scanner->mode >= CODE && template_close(scanner, lexer);
    default:
      return false;
  }
}
