// Installs a server into a virtual environment in the storage of the extension, from the bundled wheels, which need no network.

import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { program } from './server';

const run = promisify(execFile);
const WHEEL = /^puppet_check-.*\.whl$/;
/** The oldest supported version of Python. */
const OLDEST = [3, 11] as const;

/** The programs that may be Python, in the order of preference. */
export const CANDIDATES = process.platform === 'win32' ? ['py', 'python'] : ['python3', 'python'];

/** The server cannot be installed; the message is shown to the user. */
export class InstallError extends Error {}

/** The first of the candidates that is a supported Python. */
export async function findPython(candidates: readonly string[]): Promise<string> {
  const seen: string[] = [];
  for (const candidate of candidates) {
    const version = await versionOf(candidate);
    if (version === undefined) continue;
    if (isSupported(version)) return candidate;
    seen.push(`${candidate} is ${version}`);
  }
  const found = seen.length === 0 ? 'no Python was found' : seen.join(', ');
  throw new InstallError(`Python ${OLDEST.join('.')} or later is required, but ${found}.`);
}

/** Whether a version such as `3.12.1` is supported. */
export function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

async function versionOf(python: string): Promise<string | undefined> {
  try {
    const { stdout } = await run(python, ['-c', 'import platform; print(platform.python_version())'], { timeout: 10_000 });
    return stdout.trim();
  } catch {
    return undefined;
  }
}

/** What the extension brings: the folder with the wheels, and the script that unpacks them. */
export interface Bundle {
  wheels: string;
  unpack: string;
}

/** Create the environment from scratch; `report` is called with each step. */
export async function install(environment: string, { wheels, unpack }: Bundle, platform: string, report: (step: string) => void): Promise<void> {
  const python = await findPython(CANDIDATES);
  const wheel = await bundled(wheels);
  if (wheel === undefined) throw new InstallError('This extension was packaged without the language server. Install puppet-check yourself, or package it with `npm run package`.');
  await mkdir(path.dirname(environment), { recursive: true });
  const installing = `Installing ${path.basename(wheel)}`;
  report(installing);
  if (platform !== 'win32' && (await unpacked(environment, wheels, unpack, python, platform))) return;
  const making = `Creating a virtual environment with ${python}`;
  report(making);
  await rm(environment, { recursive: true, force: true });
  await attempt(making, python, ['-m', 'venv', environment]);
  report(installing);
  const pip = program(environment, 'python', platform);
  const given = ['-m', 'pip', 'install', '--quiet', '--find-links', wheels];
  try {
    await attempt(installing, pip, [...given, '--no-index', wheel]);
  } catch {
    // Libraries for this version of Python are not bundled.
    await attempt(`${installing} with libraries of an index`, pip, [...given, wheel]);
  }
}

/**
 * Install without pip, which takes most of the time of an installation; returns whether that was possible.
 * It is not where libraries are for another version of Python or another C library. On Windows, only pip makes programs.
 */
async function unpacked(environment: string, wheels: string, unpack: string, python: string, platform: string): Promise<boolean> {
  await rm(environment, { recursive: true, force: true });
  try {
    await run(python, ['-m', 'venv', '--without-pip', environment]);
    await run(program(environment, 'python', platform), ['-I', unpack, wheels]);
    return true;
  } catch {
    return false;
  }
}

async function attempt(step: string, command: string, given: string[]): Promise<void> {
  try {
    await run(command, given, { timeout: 600_000, maxBuffer: 1 << 24 });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new InstallError(`${step} failed: ${output.trim().split('\n').slice(-3).join(' ')}`);
  }
}

/** The wheel of the server that comes with the extension; undefined without one. */
export async function bundled(folder: string): Promise<string | undefined> {
  try {
    const found = (await readdir(folder)).filter((name) => WHEEL.test(name)).sort();
    const last = found.at(-1);
    return last === undefined ? undefined : path.join(folder, last);
  } catch {
    return undefined;
  }
}
