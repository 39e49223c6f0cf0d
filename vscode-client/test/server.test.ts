import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAME, serverCommand } from '../src/server';

/** The command in a workspace on Linux where only `files` are there. */
const linux = (setting: string, folders: string[], ...files: string[]): string =>
  serverCommand(setting, { folders, platform: 'linux', exists: (file) => files.includes(file) });

void test('what the user set wins', () => {
  assert.equal(linux('/opt/server', ['/w'], `/w/.venv/bin/${NAME}`), '/opt/server');
});

void test('the virtual environment of the workspace comes next, .venv before venv', () => {
  assert.equal(linux(NAME, ['/w'], `/w/venv/bin/${NAME}`, `/w/.venv/bin/${NAME}`), `/w/.venv/bin/${NAME}`);
  assert.equal(linux(NAME, ['/w'], `/w/venv/bin/${NAME}`), `/w/venv/bin/${NAME}`);
});

void test('every folder of the workspace is asked, the first one first', () => {
  assert.equal(linux(NAME, ['/v', '/w'], `/w/.venv/bin/${NAME}`), `/w/.venv/bin/${NAME}`);
  assert.equal(linux(NAME, ['/v', '/w'], `/w/.venv/bin/${NAME}`, `/v/venv/bin/${NAME}`), `/v/venv/bin/${NAME}`);
});

void test('on Windows it is elsewhere', () => {
  const surroundings = { folders: ['C:\\w'], platform: 'win32', exists: () => true };
  assert.equal(serverCommand(NAME, surroundings), `C:\\w\\.venv\\Scripts\\${NAME}.exe`);
});

void test('otherwise the search path decides', () => {
  assert.equal(linux(NAME, ['/w']), NAME);
  assert.equal(linux(' ', []), NAME);
});
