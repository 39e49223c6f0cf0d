// The process of the language server, and what it said before it ended.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** How many characters of its last words are kept. */
const KEPT = 2000;
/** For how many milliseconds the end of a process that was cut off is waited for. */
const AFTER = 1000;

/** Starts a program that speaks over its standard streams; fails with words when there is none such. */
export async function startProcess(command: string, given: readonly string[], folder: string | undefined): Promise<ChildProcess> {
  const started = spawn(command, given, { cwd: folder });
  try {
    await once(started, 'spawn');
  } catch (error) {
    throw new Error(whyNotStarted(command, error), { cause: error });
  }
  return started;
}

function whyNotStarted(command: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' && !/[\\/]/.test(command)) return `there is no ${command} in the workspace's .venv, in the user's tools or on the search path.`;
  if (code === 'ENOENT') return `the program ${command} does not exist.`;
  if (code === 'EACCES') return `${command} is not executable.`;
  return error instanceof Error ? error.message : String(error);
}

/** Collects what a process writes to its standard error, and tells how it ended. */
export class LastWords {
  private text = '';
  private readonly over: Promise<unknown>;

  constructor(private readonly process: ChildProcess) {
    process.stderr?.on('data', (data: Buffer) => {
      this.text = (this.text + data.toString()).slice(-KEPT);
    });
    this.over = once(process, 'close').catch(() => undefined);
  }

  /** How it ended and the last line that it wrote, as the end of a sentence; undefined when it goes on. */
  async told(): Promise<string | undefined> {
    await Promise.race([this.over, new Promise((resolve) => setTimeout(resolve, AFTER).unref())]);
    const { exitCode, signalCode } = this.process;
    if (exitCode === null && signalCode === null) return undefined;
    const last = this.text.trim().split('\n').at(-1)?.trim() ?? '';
    return `${signalCode === null ? ` with exit code ${String(exitCode)}` : ` by ${signalCode}`}${last === '' ? '.' : `: ${last}`}`;
  }

  /** Ends it, whatever it does. */
  kill(): void {
    this.process.kill('SIGKILL');
  }
}
