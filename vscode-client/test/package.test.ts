import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';

const ROOT = path.resolve(__dirname, '..', '..');
/** How large the package may be without a bundled wheel, in bytes. */
const MOST = 600 * 1024;
const packaged = readdirSync(ROOT).find((name) => name.endsWith('.vsix'));
const skip = packaged === undefined && 'npm run package has not been run';

void test('the package is small', { skip }, () => {
  const wheels = path.join(ROOT, 'wheel');
  const bundled = existsSync(wheels) ? readdirSync(wheels).map((name) => statSync(path.join(wheels, name)).size) : [];
  const size = statSync(path.join(ROOT, packaged ?? '')).size - bundled.reduce((sum, each) => sum + each, 0);
  console.log(`the package has ${(size / 1024).toFixed(0)} KB`);
  assert.ok(size <= MOST, `${String(size)} bytes`);
});
