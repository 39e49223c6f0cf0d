/* The scanner's state, and how it is kept between tokens. */

#pragma once

#include "../tree_sitter/parser.h"

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
  MAX_RECOVERIES = 4000, /* each takes the parser a tenth of a millisecond, and more the more there are */
  MAX_SCANNED = 8 << 20, /* characters that are read in search of an end, besides those that were found there */
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
  /* How the scanner was made, which is no part of the state, as little as what follows. A scanner is made for each parse. */
  bool for_templates; /* whatever the text begins with */
  bool is_greedy;     /* strings are as long as the reference takes them: a quote without a partner includes all that follows */
  /* What the parse has taken so far. */
  bool recovering;     /* whether the parser recovered from an error at the last token */
  uint32_t recoveries; /* how often it began to */
  uint32_t scanned;    /* characters that were read in search of an end */
} Scanner;

enum { HEAD = 3 + sizeof(uint32_t) }; /* bytes before the heredocs */

/* Makes a scanner for templates, or a greedy one. A host may have a language whose scanners are made so (see _binding.c). */
void *tree_sitter_puppet_scanner(bool for_templates, bool is_greedy) {
  Scanner *scanner = calloc(1, sizeof(Scanner));
  if (!scanner) return NULL;
  scanner->for_templates = for_templates;
  scanner->is_greedy = is_greedy;
  return scanner;
}

void *tree_sitter_puppet_external_scanner_create(void) { return tree_sitter_puppet_scanner(false, false); }

/* Whoever parses may define this, to be told at the end of a parse how often it began to recover from an error. */
#ifdef PUPPET_TELL_RECOVERIES
void PUPPET_TELL_RECOVERIES(uint32_t recoveries);
#endif

void tree_sitter_puppet_external_scanner_destroy(void *payload) {
#ifdef PUPPET_TELL_RECOVERIES
  if (payload) PUPPET_TELL_RECOVERIES(((Scanner *)payload)->recoveries);
#endif
  free(payload);
}

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
