// The process of the language server, and the reason for its exit.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The number of characters of standard error to keep. */
const STDERR_LIMIT = 2000;
/** Milliseconds to wait for the exit of a process after its connection was closed. */
const EXIT_TIMEOUT = 1000;

/** Start a program that communicates over its standard streams. Throws an error with a message for the user if that fails. */
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
  if (code === 'ENOENT' && !/[\\/]/.test(command)) return `${command} was not found in the .venv of the workspace, among the tools of the user or on PATH; installing it needs Python 3.11 or later.`;
  if (code === 'ENOENT') return `the program ${command} does not exist.`;
  if (code === 'EACCES') return `${command} is not executable.`;
  return error instanceof Error ? error.message : String(error);
}

/** A process of the language server, with the end of its standard error. */
export class ServerProcess {
  private text = '';
  private readonly over: Promise<unknown>;

  constructor(private readonly process: ChildProcess) {
    process.stderr?.on('data', (data: Buffer) => {
      this.text = (this.text + data.toString()).slice(-STDERR_LIMIT);
    });
    this.over = once(process, 'close').catch(() => undefined);
  }

  /** The exit code or signal and the last line of standard error, as the end of a sentence; undefined if the process is still running. */
  async exitReason(): Promise<string | undefined> {
    await Promise.race([this.over, new Promise((resolve) => setTimeout(resolve, EXIT_TIMEOUT).unref())]);
    const { exitCode, signalCode } = this.process;
    if (exitCode === null && signalCode === null) return undefined;
    const last = this.text.trim().split('\n').at(-1)?.trim() ?? '';
    return `${signalCode === null ? ` with exit code ${String(exitCode)}` : ` after ${signalCode}`}${last === '' ? '.' : `: ${last}`}`;
  }

  /** Kill the process. */
  kill(): void {
    this.process.kill('SIGKILL');
  }
}
