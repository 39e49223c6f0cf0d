import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beside, NAME, serverCommand } from '../src/server';

/** The command in a workspace on Linux where only `files` exist. */
const linux = (setting: string, folders: string[], ...files: string[]): string =>
  serverCommand(setting, { folders, storage: '/s/server', home: '/h', platform: 'linux', exists: (file) => files.includes(file) });

void test('the setting has precedence', () => {
  assert.equal(linux('/opt/server', ['/w'], `/w/.venv/bin/${NAME}`), '/opt/server');
});

void test('the virtual environment of the workspace comes next, .venv before venv', () => {
  assert.equal(linux(NAME, ['/w'], `/w/venv/bin/${NAME}`, `/w/.venv/bin/${NAME}`), `/w/.venv/bin/${NAME}`);
  assert.equal(linux(NAME, ['/w'], `/w/venv/bin/${NAME}`), `/w/venv/bin/${NAME}`);
});

void test('the folders of the workspace are searched in order', () => {
  assert.equal(linux(NAME, ['/v', '/w'], `/w/.venv/bin/${NAME}`), `/w/.venv/bin/${NAME}`);
  assert.equal(linux(NAME, ['/v', '/w'], `/w/.venv/bin/${NAME}`, `/v/venv/bin/${NAME}`), `/v/venv/bin/${NAME}`);
});

void test('on Windows the program is in Scripts', () => {
  const surroundings = { folders: ['C:\\w'], storage: 'C:\\s', home: 'C:\\h', platform: 'win32', exists: () => true };
  assert.equal(serverCommand(NAME, surroundings), `C:\\w\\.venv\\Scripts\\${NAME}.exe`);
});

void test('the last resort is PATH', () => {
  assert.equal(linux(NAME, ['/w']), NAME);
  assert.equal(linux(' ', []), NAME);
});

void test('the environment of the extension comes after those of the workspace, and before tools of the user', () => {
  assert.equal(linux(NAME, ['/w'], `/s/server/bin/${NAME}`, `/w/venv/bin/${NAME}`), `/w/venv/bin/${NAME}`);
  assert.equal(linux(NAME, ['/w'], `/s/server/bin/${NAME}`, `/h/.local/bin/${NAME}`), `/s/server/bin/${NAME}`);
  assert.equal(linux(NAME, ['/w'], `/h/.local/bin/${NAME}`), `/h/.local/bin/${NAME}`);
});

void test('other programs are in the folder of the server', () => {
  assert.equal(beside(NAME, 'puppet-eval'), 'puppet-eval');
  assert.equal(beside('/w/.venv/bin/puppet-language-server', 'puppet-eval'), '/w/.venv/bin/puppet-eval');
  assert.equal(beside('C:\\w\\Scripts\\puppet-language-server.exe', 'puppet-eval'), 'C:\\w\\Scripts\\puppet-eval.exe');
});
