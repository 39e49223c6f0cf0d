// The descendants of a process, on Linux.

import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';

/** The descendants of `ancestor` whose command line has a word that ends with the file name `program`. */
export function processesBelow(ancestor: number, program: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isBelow(pid, ancestor) && commandOf(pid).some((word) => path.basename(word) === program));
}

function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf-8').split('\0');
  } catch {
    return [];
  }
}

function isBelow(pid: number, ancestor: number): boolean {
  for (let each = pid; each > 1; each = parentOf(each)) if (each === ancestor) return true;
  return false;
}

function parentOf(pid: number): number {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${String(pid)}/stat`, 'utf-8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
