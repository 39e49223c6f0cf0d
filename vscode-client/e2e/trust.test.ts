// Restricted mode: a workspace that is not trusted brings no server along.

import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { CONTROL, MANIFESTS } from './fixture';
import { together, type Seen } from './seen';
import type { Workbench } from './workbench';

const INIT = `${MANIFESTS}/init.pp`;

/** Tests in a folder whose `.venv` has a server of its own; the user has another one on the search path and has set none. */
function bringing(restricted: boolean): Seen {
  return together((server) => ({ files: CONTROL, settings: {}, restricted, searchPath: `${path.dirname(server)}:${process.env.PATH ?? ''}` }));
}

/** Opens the folder anew with a server in it, which leaves a mark when it is started; gives the mark's path. */
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

bringing(true)('a workspace in restricted mode cannot bring its server', async (bench) => {
  const mark = await visitWithServer(bench);
  await bench.see('.statusbar-item', 'Restricted Mode');
  await bench.openNew('slip.pp', "file { '/a': ensur => file }\n");
  await bench.see('.squiggly-error');
  assert.equal(existsSync(mark), false);
});

bringing(false)('a trusted workspace can', async (bench) => {
  const mark = await visitWithServer(bench);
  await bench.openNew('slip.pp', "file { '/a': ensur => file }\n");
  await bench.see('.squiggly-error');
  assert.equal(existsSync(mark), true);
});
