// The parser for editors whose tree-sitter knows ABI 14 at most: Neovim before 0.11, Helix before 25.07.
// Their states have no set of reserved words, so a keyword in a place where only a name can be is read as a name.

#define tree_sitter_puppet tree_sitter_puppet_as_generated
#include "../../src/parser.c"
#undef tree_sitter_puppet

TS_PUBLIC const TSLanguage *tree_sitter_puppet(void) {
  static TSLexMode modes[STATE_COUNT];
  static TSLanguage language;
  if (language.abi_version == 0) {
    language = *tree_sitter_puppet_as_generated();
    for (unsigned state = 0; state < STATE_COUNT; state++) {
      modes[state].lex_state = ts_lex_modes[state].lex_state;
      modes[state].external_lex_state = ts_lex_modes[state].external_lex_state;
    }
    language.lex_modes = (const void *)modes;
    language.abi_version = 14;
  }
  return &language;
}
