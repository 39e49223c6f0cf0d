/*
 * The tokens of Puppet whose extent or meaning depends on more than the next characters.
 *
 * - Strings: whole when nothing is interpolated, in pieces otherwise. A quote without a partner ends with its line, so that
 *   one slip does not swallow the file; the same when the partner is clearly the opening quote of another string.
 * - Heredocs: a queue of tags whose texts are still to come. All of it is serialised, so incremental parsing is exact.
 * - `/` divides or opens a regular expression, `[` accesses or opens a list, `(` calls or groups, `{` behind `?`.
 * - Templates: text and tags. A text is a template if it begins with `<%`, or if the scanner was made for templates.
 *
 * Two tokens are never produced: the grammar allows them directly behind a `}` and a `${`, so that their being valid says
 * what the previous token was.
 */

#include "scanner/heredocs.h"
#include "scanner/names.h"
#include "scanner/slashes.h"
#include "scanner/strings.h"
#include "scanner/templates.h"

static bool takes_too_long(const Scanner *scanner) {
  return scanner->recoveries > MAX_RECOVERIES || scanner->scanned > MAX_SCANNED;
}

/* Makes all that is left one comment, so that the parse ends soon. */
static bool give_up(TSLexer *lexer) {
  while (!lexer->eof(lexer)) advance(lexer);
  lexer->mark_end(lexer);
  return found(lexer, UNCLOSED_COMMENT);
}

bool tree_sitter_puppet_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Scanner *scanner = payload;
  bool recovering = valid[RECOVERING];
  if (recovering && !scanner->recovering) scanner->recoveries++;
  scanner->recovering = recovering;
  if (takes_too_long(scanner) && valid[UNCLOSED_COMMENT] && !lexer->eof(lexer)) return give_up(lexer);
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
    return interpolated_name(scanner, lexer);
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
      return slash(scanner, lexer, valid);
    case 'p':
      return valid[PLAN] && plan(scanner, lexer);
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
