// Failures: each is reported with a message, and the extension recovers where it can.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after } from 'node:test';
import { CONTROL, MANIFESTS } from './fixture';
import { together } from './seen';
import { until, type Workbench } from './workbench';

/** Programs that misbehave as servers. */
const programs = mkdtempSync(path.join(tmpdir(), 'puppet-check-programs-'));
const searchPath = path.join(programs, 'bin');
mkdirSync(searchPath);
let server = '';
after(() => {
  rmSync(programs, { recursive: true, force: true });
});

/** Without settings and without a program on PATH. */
const seen = together((found) => {
  server = found;
  return { files: CONTROL, settings: {}, searchPath };
});

const INIT = `${MANIFESTS}/init.pp`;
const SLIP = "class shop::slip {\n  file { '/a': ensur => file }\n}\n";

seen('a missing server is reported', async (bench) => {
  bench.set({});
  await bench.visit(bench.folder, INIT);
  await bench.see('.notification-toast', /puppet-language-server was not found/);
  await bench.command('View: Show Puppet');
  await bench.see('.pane', /The language server is not running/);
  await bench.picture('views-without-a-server');
  await bench.command('View: Show Explorer');
});

seen('a command without a server is answered with a message', async (bench) => {
  await bench.open(INIT);
  await bench.command('Puppet: Preview Catalog');
  await bench.see('.notification-toast', /is not running/);
});

seen('the status says why the server is not running', async (bench) => {
  await bench.open(INIT);
  await bench.command('Puppet: Show Language Server Status');
  const page = await bench.webview('h1');
  await page.locator('p', { hasText: 'puppet-language-server was not found' }).waitFor();
});

seen('a missing Python is reported', async (bench) => {
  await bench.open(INIT);
  await bench.command('Puppet: Install Language Server');
  await bench.see('.notification-toast', /Python 3\.11 or later is required, but no Python was found/);
});

seen('an old Python is reported', async (bench) => {
  await bench.open(INIT);
  const python = path.join('bin', 'python3');
  script(python, 'echo 3.9.2');
  await bench.command('Puppet: Install Language Server');
  await bench.see('.notification-toast', /Python 3\.11 or later is required, but python3 is 3\.9\.2/);
  rmSync(path.join(programs, python));
});

seen('a server in the settings that does not exist is reported', async (bench) => {
  await use(bench, '/nowhere/puppet-language-server');
  await bench.see('.notification-toast', /the program \/nowhere\/puppet-language-server does not exist/);
});

seen('a server that exits immediately is reported with its last line of output', async (bench) => {
  await use(bench, script('broken', "echo 'ModuleNotFoundError: pygls' >&2; exit 3"));
  await bench.see('.notification-toast', /exited immediately with exit code 3: ModuleNotFoundError: pygls/);
});

seen('a server that does not answer is reported, and does not block another one', async (bench) => {
  await use(bench, script('silent', 'while read -r line; do :; done'));
  await bench.see('.notification-toast', /does not answer yet/);
  await bench.picture('silent-server');
  await use(bench, server);
  await bench.openNew(`${MANIFESTS}/slip.pp`, SLIP);
  await bench.see('.squiggly-error');
});

seen('a program that is not a language server is reported', async (bench) => {
  await use(bench, script('chatty', 'echo hello; while read -r line; do :; done'));
  await bench.see('.notification-toast', /does not answer/);
});

seen('an old server is reported', async (bench) => {
  await use(bench, fake('old', 'puppet-language-server', '0.0.9'));
  await bench.see('.notification-toast', /has version 0\.0\.9, which is older than this extension/);
});

seen('another language server is reported', async (bench) => {
  await use(bench, fake('other', 'other-language-server', '3.0.0'));
  await bench.see('.notification-toast', /is not a Puppet language server; its name is other-language-server/);
});

seen('a server that was killed is restarted, but not forever', async (bench) => {
  await use(bench, server);
  await bench.openNew(`${MANIFESTS}/slip.pp`, SLIP);
  for (let killed = 0; killed < 5; killed++) {
    await bench.see('.squiggly-error');
    await bench.picture(`killed-${String(killed)}-times`);
    for (const each of bench.servers()) process.kill(each, 'SIGKILL');
    await bench.gone('.squiggly-error');
  }
  await bench.see('.notification-toast', /exited 5 times within three minutes.* after SIGKILL/);
  await bench.picture('killed-too-often');
  await bench.page.locator('.notification-toast a', { hasText: 'Restart' }).click();
  await bench.see('.squiggly-error');
});

seen('a folder that is removed leaves no findings, and its files are checked when they are back', async (bench) => {
  await use(bench, server);
  await bench.openNew('gone/manifests/slip.pp', SLIP);
  await bench.see('.squiggly-error');
  await bench.press('Control+k', 'Control+w');
  await bench.gone('.tab');
  rmSync(path.join(bench.folder, 'gone'), { recursive: true });
  await bench.command('Problems: Focus on Problems View');
  await until('no findings in the folder', async () => (await bench.page.locator('.markers-panel .monaco-list-row', { hasText: 'gone' }).count()) === 0);
  await bench.openNew('gone/manifests/slip.pp', SLIP);
  await bench.see('.squiggly-error');
});

seen('a file that is too large to check is reported', async (bench) => {
  await use(bench, server);
  const lines = Array.from({ length: 80_000 }, (_, at) => `  file { '/srv/file${String(at)}': ensure => file, mode => '0644', content => 'a' }`);
  await bench.openNew(`${MANIFESTS}/large.pp`, `class shop::large {\n${lines.join('\n')}\n}\n`);
  await bench.see('.squiggly-info');
  await bench.go('1:2');
  await bench.command('Show or Focus Hover');
  await bench.see('.monaco-hover:not(.hidden)', /the file is too large to be checked in an editor: 5 MB/);
  await bench.picture('large-file');
  await bench.openNew(`${MANIFESTS}/slip.pp`, SLIP);
  await bench.see('.squiggly-error');
});

/** Make the workbench use a server. */
async function use(bench: Workbench, program: string): Promise<void> {
  await bench.open(INIT);
  bench.set({ 'puppetCheck.server.path': program });
}

/** Write a shell script and return its path. */
function script(name: string, text: string): string {
  return write(name, `#!/bin/sh\n${text}\n`);
}

/** A language server that answers the first request and nothing else. */
function fake(name: string, calls: string, version: string): string {
  const answer = JSON.stringify({ capabilities: {}, serverInfo: { name: calls, version } });
  return write(
    name,
    `#!${process.execPath}
process.stdin.once('data', (data) => {
  const id = /"id":(\\d+)/.exec(data)[1];
  const text = '{"jsonrpc":"2.0","id":' + id + ',"result":${answer}}';
  process.stdout.write('Content-Length: ' + text.length + '\\r\\n\\r\\n' + text);
});
process.stdin.on('end', () => process.exit(0));
`,
  );
}

function write(name: string, text: string): string {
  const file = path.join(programs, name);
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}
