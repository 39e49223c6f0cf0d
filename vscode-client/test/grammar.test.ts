import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { before, test } from 'node:test';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { INITIAL, parseRawGrammar, Registry, type IGrammar } from 'vscode-textmate';

const top = path.join(__dirname, '..', '..');
const files: Record<string, string> = { 'source.puppet': 'puppet', 'text.epp': 'epp', 'source.puppetfile': 'puppetfile' };
let registry: Registry;

before(async () => {
  const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: (scope) => {
      const name = files[scope];
      if (name === undefined) return Promise.resolve(null);
      const file = path.join(top, 'syntaxes', `${name}.tmLanguage.json`);
      return Promise.resolve(parseRawGrammar(readFileSync(file, 'utf8'), file));
    },
  });
});

/** The innermost scope of the first occurrence of a word. */
async function scopeOf(scope: string, code: string, word: string): Promise<string | undefined> {
  const grammar: IGrammar | null = await registry.loadGrammar(scope);
  assert.ok(grammar);
  let state = INITIAL;
  for (const line of code.split('\n')) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    const at = line.indexOf(word);
    if (at >= 0) return tokens.find((token) => token.startIndex <= at && at < token.endIndex)?.scopes.at(-1);
  }
  return undefined;
}

const cases: [string, string, string, string][] = [
  ['a class', 'class a::b {', 'a::b', 'entity.name.class.puppet'],
  ['a parent', 'class a inherits b {', 'b', 'entity.other.inherited-class.puppet'],
  ['a define', 'define a::c (', 'a::c', 'entity.name.type.puppet'],
  ['a function', 'function a::f() {', 'a::f', 'entity.name.function.puppet'],
  ['an alias', 'type A::T = String', 'A::T', 'entity.name.type.puppet'],
  ['a resource', "file { '/a': }", 'file', 'support.type.resource.puppet'],
  ['an attribute', '  ensure => file,', 'ensure', 'entity.other.attribute-name.puppet'],
  ['an attribute that looks like a keyword', '  default => 1,', 'default', 'entity.other.attribute-name.puppet'],
  ['a variable', '$a = 1', '$a', 'variable.other.readwrite.puppet'],
  ['a variable in a string', '"x ${abc} y"', 'abc', 'variable.other.readwrite.puppet'],
  ['a single quoted string', "'x $y'", '$y', 'string.quoted.single.puppet'],
  ['a comment', 'notice(1) # end', 'end', 'comment.line.number-sign.puppet'],
  ['a regular expression', 'if $a =~ /^b+$/ {', 'b+', 'string.regexp.puppet'],
  ['a division', '$a = 4 / 2 / 1', '2', 'constant.numeric.puppet'],
  ['a type', 'String[1] $x', 'String', 'support.class.puppet'],
  ['a keyword', 'unless $a {', 'unless', 'keyword.control.puppet'],
  ['a call', "$x = split('a', 'b')", 'split', 'support.function.puppet'],
  ['a method', '$x.each |$y| { }', 'each', 'support.function.puppet'],
  ['a number', '$x = 0x1F', '0x1F', 'constant.numeric.puppet'],
  ['a heredoc', '$x = @(END)\n  hello\n  END\n$y = 1', 'hello', 'string.unquoted.heredoc.puppet'],
  ['what follows a heredoc', '$x = @("E"/L)\n  hello\n  | E\n$yes = 1', '$yes', 'variable.other.readwrite.puppet'],
  ['a documentation tag', '# @param port The port', 'param', 'keyword.other.documentation.puppet'],
];

for (const [what, code, word, wanted] of cases) {
  void test(`${what} is coloured`, async () => {
    assert.equal(await scopeOf('source.puppet', code, word), wanted);
  });
}

void test('templates are coloured inside their tags only', async () => {
  assert.equal(await scopeOf('text.epp', 'if <%= $a %>', 'if'), 'text.epp');
  assert.equal(await scopeOf('text.epp', 'if <%= $a %>', '$a'), 'variable.other.readwrite.puppet');
  assert.equal(await scopeOf('text.epp', '<%# a note -%>', 'note'), 'comment.block.epp');
});

void test('a Puppetfile', async () => {
  assert.equal(await scopeOf('source.puppetfile', "mod 'a', :git => 'b'", 'mod'), 'keyword.other.puppetfile');
  assert.equal(await scopeOf('source.puppetfile', "mod 'a', :git => 'b'", 'git'), 'constant.other.symbol.puppetfile');
});
