// Restricted mode: the server of an untrusted workspace is not started.

import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { CONTROL, MANIFESTS } from './fixture';
import { together, type Seen } from './seen';
import type { Workbench } from './workbench';

const INIT = `${MANIFESTS}/init.pp`;

/** Tests in a folder with a server in its `.venv`; another one is on PATH, and no setting names one. */
function bringing(restricted: boolean): Seen {
  return together((server) => ({ files: CONTROL, settings: {}, restricted, searchPath: `${path.dirname(server)}:${process.env.PATH ?? ''}` }));
}

/** Open the folder with a server in it that creates a file when it starts; return the path of that file. */
async function visitWithServer(bench: Workbench): Promise<string> {
  const mark = path.join(bench.temporary, 'started');
  rmSync(mark, { force: true });
  const program = path.join(bench.folder, '.venv', 'bin', 'puppet-language-server');
  mkdirSync(path.dirname(program), { recursive: true });
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\nexec puppet-language-server "$@"\n`);
  chmodSync(program, 0o755);
  await bench.visit(bench.folder, INIT);
  return mark;
}

bringing(true)('the server of a workspace in restricted mode is not started', async (bench) => {
  const mark = await visitWithServer(bench);
  await bench.see('.statusbar-item', 'Restricted Mode');
  await bench.openNew('slip.pp', "file { '/a': ensur => file }\n");
  await bench.see('.squiggly-error');
  assert.equal(existsSync(mark), false);
});

bringing(false)('the server of a trusted workspace is started', async (bench) => {
  const mark = await visitWithServer(bench);
  await bench.openNew('slip.pp', "file { '/a': ensur => file }\n");
  await bench.see('.squiggly-error');
  assert.equal(existsSync(mark), true);
});
