// The first start on a machine with Python and nothing else, without a network: the extension brings the server.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after } from 'node:test';
import { CONTROL, MANIFESTS } from './fixture';
import { together } from './seen';

const programs = mkdtempSync(path.join(tmpdir(), 'puppet-check-first-'));
const python = execFileSync(process.env.PYTHON ?? 'python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf-8' }).trim();
mkdirSync(path.join(programs, 'bin'));
writeFileSync(path.join(programs, 'bin', 'python3'), `#!/bin/sh\nexec '${python}' "$@"\n`);
chmodSync(path.join(programs, 'bin', 'python3'), 0o755);
// No index answers.
process.env.PIP_INDEX_URL = 'http://127.0.0.1:9/simple';
process.env.PIP_RETRIES = '0';
/** The maximum time of the installation and the first finding, in milliseconds, on a busy machine. */
const LONG = 120_000;
after(() => {
  rmSync(programs, { recursive: true, force: true });
});

const seen = together(() => ({ files: { ...CONTROL, 'site.pp': "file { '/a': ensur => file }\n" }, settings: {}, searchPath: path.join(programs, 'bin') }));

seen('the bundled server is installed and finds a fault', async (bench) => {
  const started = Date.now();
  await bench.visit(bench.folder, `${MANIFESTS}/init.pp`);
  await bench.openNew('slip.pp', "file { '/a': ensur => file }\n");
  await bench.page.locator('.squiggly-error').first().waitFor({ timeout: LONG });
  console.log(`from the first open to the first finding: ${String(Date.now() - started)} ms, with the installation`);
  await bench.picture('first-start');
});
