// Packages the extension, with a README whose links and pictures work on a marketplace: npm run package. PYTHON names the interpreter that
// renders it. Options such as --target are those of vsce.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

const HERE = import.meta.dirname;
const VSCE = path.join(HERE, 'node_modules', '@vscode', 'vsce', 'vsce');
const PYTHON = process.env.PYTHON ?? 'python3';

const stage = mkdtempSync(path.join(tmpdir(), 'puppet-check-package-'));
try {
  const files = execFileSync(process.execPath, [VSCE, 'ls', '--no-dependencies'], { cwd: HERE, encoding: 'utf-8' });
  for (const name of files.split('\n').filter((line) => line !== '')) cpSync(path.join(HERE, name), path.join(stage, name));
  const page = ['-m', 'release.readme', path.join(HERE, 'README.md'), '--beside', stage];
  writeFileSync(path.join(stage, 'README.md'), execFileSync(PYTHON, page, { cwd: path.dirname(HERE) }));
  const options = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', `${HERE}${path.sep}`];
  execFileSync(process.execPath, [VSCE, 'package', ...options, ...process.argv.slice(2)], { cwd: stage, stdio: 'inherit' });
} finally {
  rmSync(stage, { recursive: true, force: true });
}
