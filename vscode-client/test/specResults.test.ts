import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coveredLines, shown, targets, type Node, type Result } from '../src/specResults';

const place = { uri: 'file:///m/spec/classes/a_spec.rb', range: { start: { line: 3, character: 2 }, end: { line: 3, character: 9 } } };
const result: Result = { id: './spec/classes/a_spec.rb[1:1]', description: 'a is expected to compile', status: 'passed', message: '', expected: '', actual: '', seconds: 0.1, place, declared: null };

void test('only what has passed is shown as passed', () => {
  const states = (['passed', 'failed', 'pending', 'unknown', 'unsupported'] as const).map((status) => shown({ ...result, status }).state);
  assert.deepEqual(states, ['passed', 'failed', 'skipped', 'errored', 'errored']);
  assert.notEqual(shown({ ...result, status: 'another' as 'passed' }).state, 'passed');
});

void test('a failure has the values that differ, with their lines', () => {
  const failure: Result = { ...result, status: 'failed', message: 'it differs', expected: '"a\\nb"', actual: '"a\\nc"' };
  assert.deepEqual(shown(failure), { state: 'failed', text: 'a is expected to compile\n\nit differs', difference: ['"a\nb"', '"a\nc"'] });
  const declared = { uri: 'file:///m/manifests/a.pp', range: place.range };
  assert.deepEqual(shown({ ...failure, actual: '', declared }), { state: 'failed', text: 'a is expected to compile\n\nit differs\n\ndeclared at manifests/a.pp:4' });
  assert.deepEqual(shown({ ...failure, actual: '' }), { state: 'failed', text: 'a is expected to compile\n\nit differs' });
});

void test('what is not decided says why, and how RSpec runs it', () => {
  assert.deepEqual(shown({ ...result, status: 'unknown', message: 'the fact x' }), { state: 'errored', text: 'The verdict is unknown: it depends on the fact x.' });
  const unsupported = shown({ ...result, status: 'unsupported', message: 'stub of `read`' });
  assert.ok(unsupported.state === 'errored' && unsupported.text.includes('stub of `read`') && unsupported.text.includes("rspec './spec/classes/a_spec.rb[1:1]'"));
});

const one: Node = { uri: 'file:///a', id: '[1:1]', children: [] };
const two: Node = { uri: 'file:///a', id: '[1:2]', children: [] };
const group: Node = { uri: 'file:///a', id: '[1]', children: [one, two] };
const file: Node = { uri: 'file:///a', id: undefined, children: [group] };
const other: Node = { uri: 'file:///b', id: undefined, children: [] };

void test('whole files and groups are run where nothing of them is excluded', () => {
  assert.deepEqual(targets([file, other], new Set()), [{ uri: 'file:///a' }, { uri: 'file:///b' }]);
  assert.deepEqual(targets([group], new Set()), [{ uri: 'file:///a', ids: ['[1]'] }]);
  assert.deepEqual(targets([file, other], new Set([two])), [{ uri: 'file:///a', ids: ['[1:1]'] }, { uri: 'file:///b' }]);
  assert.deepEqual(targets([one, two], new Set()), [{ uri: 'file:///a', ids: ['[1:1]', '[1:2]'] }]);
  assert.deepEqual(targets([one, file], new Set()), [{ uri: 'file:///a' }]);
  assert.deepEqual(targets([file], new Set([group])), []);
});

void test('a declaration is covered if one of its resources is', () => {
  const row = (line: number, isCovered: boolean): Parameters<typeof coveredLines>[0][number] => ({ kind: 'resource', line, name: 'File[/a]', isCovered });
  const found = coveredLines([row(1, false), row(1, true), row(1, false), row(4, false)]);
  assert.deepEqual([...found].map(([line, { isCovered }]) => [line, isCovered]), [[1, true], [4, false]]);
});

void test('a line without resources is covered if one of its branches is', () => {
  const row = (line: number, kind: string, isCovered: boolean): Parameters<typeof coveredLines>[0][number] => ({ kind, line, name: 'else', isCovered });
  const found = coveredLines([row(1, 'branch', false), row(1, 'branch', true), row(2, 'branch', false), row(3, 'branch', true), row(3, 'resource', false)]);
  const lines = [...found].map(([line, { isCovered, branches }]) => [line, isCovered, branches.length]);
  assert.deepEqual(lines.sort(), [[1, true, 2], [2, false, 1], [3, false, 1]]);
});
