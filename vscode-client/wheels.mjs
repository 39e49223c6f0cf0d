// Puts the server into wheel/: its wheel, and the libraries for each supported Python on this system, so that the extension installs it
// without a network. Run it with `npm run wheels`; PYTHON names the interpreter, SERVER_WHEEL a wheel of the server that is built already.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

const HERE = import.meta.dirname;
const WHEELS = path.join(HERE, 'wheel');
const PYTHON = process.env.PYTHON ?? 'python3';
/** The versions of Python that get libraries; others take theirs from an index. */
const VERSIONS = ['3.11', '3.12', '3.13', '3.14'];

// Many systems have a Python without pip, which each virtual environment has.
const environment = mkdtempSync(path.join(tmpdir(), 'puppet-check-wheels-'));
execFileSync(PYTHON, ['-m', 'venv', environment]);
const python = process.platform === 'win32' ? path.join(environment, 'Scripts', 'python.exe') : path.join(environment, 'bin', 'python');

function pip(...given) {
  // Debugging information would have the path of this folder.
  const env = { ...process.env, CFLAGS: '-g0', PIP_DISABLE_PIP_VERSION_CHECK: '1' };
  execFileSync(python, ['-m', 'pip', '--quiet', ...given], { cwd: HERE, env, stdio: ['ignore', 'inherit', 'pipe'] });
}

rmSync(WHEELS, { recursive: true, force: true });
mkdirSync(WHEELS);
const { SERVER_WHEEL } = process.env;
if (SERVER_WHEEL === undefined) pip('wheel', '--no-deps', '--wheel-dir', WHEELS, '..');
else copyFileSync(SERVER_WHEEL, path.join(WHEELS, path.basename(SERVER_WHEEL)));
const [server] = readdirSync(WHEELS);
for (const version of VERSIONS) {
  try {
    pip('download', '--dest', WHEELS, '--only-binary', ':all:', '--python-version', version, path.join(WHEELS, server));
  } catch (error) {
    console.warn(`Python ${version} will need a network to install the server: ${String(error.stderr).trim().split('\n').at(-1)}`);
  }
}
rmSync(environment, { recursive: true, force: true });
const files = readdirSync(WHEELS);
const size = files.reduce((sum, name) => sum + statSync(path.join(WHEELS, name)).size, 0);
console.log(`wheel/ has ${String(files.length)} files, ${(size / 2 ** 20).toFixed(1)} MB`);
