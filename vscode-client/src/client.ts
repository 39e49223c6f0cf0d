// The language server: started, asked, and started again when it ends.

import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, LSPErrorCodes, ResponseError, type LanguageClientOptions } from 'vscode-languageclient/node';
import { LastWords, startProcess } from './process';
import { MOST, Restarts } from './restarts';
import { NAME, serverCommand } from './server';
import { Telling } from './telling';
import { misfit } from './versions';

export const SECTION = 'puppetCheck';
export const SERVER = `${SECTION}.server`;
/** Settings that are the extension's own; the server would not know them. */
const OWN = ['server', 'trace'];
/** After how many milliseconds people are told that the server does not answer. */
const PATIENCE = 10_000;
/** The protocol's code for a request that a server does not know. */
const UNKNOWN_REQUEST = -32601;

/** The documents that the server is asked about: the kinds of files of `server/puppet_check/workspace/kinds.py`, as a test makes sure. */
const LANGUAGES = ['puppet', 'epp', 'puppetfile'];
const PATTERNS = [
  '**/templates/**/*.erb',
  '**/metadata.json',
  '**/environment.conf',
  '**/hiera.yaml',
  '**/tasks/*',
  '**/{data,hieradata,hiera}/**/*.{yaml,yml,eyaml,json}',
];
const SELECTOR = [
  ...LANGUAGES.map((language) => ({ scheme: 'file', language })),
  ...PATTERNS.map((pattern) => ({ scheme: 'file', pattern })),
];

/** A client that writes failures to the output and leaves it to the extension to tell people what they can do. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** The one server of a window. */
export class Server implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('Puppet');
  readonly telling = new Telling();
  private client: LanguageClient | undefined;
  private process: LastWords | undefined;
  private readonly restarts = new Restarts();
  private waiting: NodeJS.Timeout | undefined;
  /** The last start or stop. Each waits for the one before it, so that two servers never run. */
  private turn: Promise<void> = Promise.resolve();
  private readonly changed = new vscode.EventEmitter<void>();
  /** The server runs, perhaps once more, or has failed to. */
  readonly onChange = this.changed.event;

  constructor(private readonly context: vscode.ExtensionContext) {}

  /** The client, when the server runs. */
  get running(): LanguageClient | undefined {
    return this.client?.isRunning() === true ? this.client : undefined;
  }

  /** The program that is or would be started. */
  get command(): string {
    const setting = vscode.workspace.getConfiguration(SERVER).get('path', NAME);
    // A server in the workspace is a program of whoever wrote the workspace: it is only started when the user trusts them.
    const trusted = vscode.workspace.isTrusted ? folders() : [];
    const surroundings = { folders: trusted, storage: this.environment, home: homedir(), platform: process.platform, exists: existsSync };
    return serverCommand(setting, surroundings);
  }

  /** Where the extension installs a server of its own. */
  get environment(): string {
    return path.join(this.context.globalStorageUri.fsPath, 'server');
  }

  /** Ends what runs and starts anew, because somebody asked for it. */
  async restart(): Promise<void> {
    this.restarts.forget();
    await this.again();
  }

  async end(): Promise<void> {
    clearTimeout(this.waiting);
    if (this.running === undefined) this.giveUp();
    this.turn = this.turn.then(() => this.stop());
    await this.turn;
  }

  dispose(): void {
    this.output.dispose();
    this.changed.dispose();
    this.telling.dispose();
  }

  /** Asks the server; undefined when it does not run or refuses, which people are told. */
  async ask<T>(method: string, params: unknown): Promise<T | undefined> {
    const client = this.running;
    if (client === undefined) {
      this.telling.failure('The Puppet language server is not running.');
      return undefined;
    }
    try {
      return await client.sendRequest<T>(method, params);
    } catch (error) {
      if (!isOver(error)) this.telling.refusal(isUnknownRequest(error) ? `The Puppet language server does not know ${method}; it may be too old.` : wordsOf(error));
      return undefined;
    }
  }

  /** Asks the server what is shown by itself; undefined when it does not run or is too old, which was told when it started. */
  async look<T>(method: string, params: unknown): Promise<T | undefined> {
    try {
      return await this.running?.sendRequest<T>(method, params);
    } catch (error) {
      if (!isOver(error) && !isUnknownRequest(error)) this.telling.refusal(wordsOf(error));
      return undefined;
    }
  }

  private async again(): Promise<void> {
    clearTimeout(this.waiting);
    if (this.running === undefined) this.giveUp();
    this.turn = this.turn.then(() => this.stop()).then(() => this.start());
    await this.turn;
  }

  /** Ends a server that has not answered yet, so that nobody waits for it. */
  private giveUp(): void {
    this.client = undefined;
    this.process?.kill();
  }

  private async stop(): Promise<void> {
    const { running } = this;
    this.client = undefined;
    if (running === undefined) return;
    try {
      await running.stop();
    } catch (error) {
      this.output.appendLine(`The server did not end as asked: ${String(error)}`);
    }
  }

  private async start(): Promise<void> {
    const given = vscode.workspace.getConfiguration(SERVER).get<string[]>('arguments', []);
    const { command } = this;
    this.output.appendLine(`Starting ${[command, ...given].join(' ')}`);
    this.telling.starting();
    this.process = undefined;
    const run = async (): Promise<ChildProcess> => {
      const started = await startProcess(command, given, folders().find(existsSync));
      this.process = new LastWords(started);
      return started;
    };
    const client = new QuietClient(SECTION, 'Puppet', run, this.options());
    this.client = client;
    const slow = setTimeout(() => {
      this.telling.failure(`The Puppet language server ${command} does not answer yet.`);
    }, PATIENCE);
    try {
      await client.start();
      // It also returns when the server ended before it answered.
      if (client.initializeResult === undefined) throw new Error('it has not answered');
    } catch (error) {
      if (this.client === client) this.telling.failure(await this.whyNot(command, error));
      this.giveUp();
      this.changed.fire();
      return;
    } finally {
      clearTimeout(slow);
    }
    const info = client.initializeResult.serverInfo;
    this.telling.running(info?.version ?? '', misfit(command, info, this.version));
    this.changed.fire();
  }

  /** The version of this extension. */
  private get version(): string {
    return (this.context.extension.packageJSON as { version: string }).version;
  }

  private async whyNot(command: string, error: unknown): Promise<string> {
    if (this.process === undefined) return `The Puppet language server does not start: ${wordsOf(error)}`;
    const words = await this.process.told();
    if (words !== undefined) return `The Puppet language server ${command} exited immediately${words}`;
    return `${command} does not answer as a language server: ${wordsOf(error)}`;
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: SELECTOR,
      outputChannel: this.output,
      synchronize: { configurationSection: SECTION },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: async () => {
          // What never answered has failed to start, which `start` tells.
          if (this.running !== undefined) await this.closed();
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
      middleware: {
        workspace: {
          configuration: async (params, token, next) => {
            const found = await next(params, token);
            return Array.isArray(found) ? found.map(withoutOwn) : found;
          },
        },
      },
    };
  }

  /** The server has ended by itself. */
  private async closed(): Promise<void> {
    const words = (await this.process?.told()) ?? '.';
    const wait = this.restarts.next(Date.now());
    if (wait === undefined) {
      this.telling.failure(`The Puppet language server has ended ${String(MOST)} times within three minutes, and is not started again. The last time it ended${words}`);
      setTimeout(() => {
        this.changed.fire();
      });
      return;
    }
    this.output.appendLine(`The server has ended${words}`);
    this.output.appendLine(`It is started again in ${String(wait)} ms.`);
    this.telling.starting();
    this.waiting = setTimeout(() => void this.again(), wait);
  }

  show(): void {
    this.output.show();
  }
}

function folders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

function withoutOwn(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !OWN.includes(name)));
}

function isUnknownRequest(error: unknown): boolean {
  return error instanceof ResponseError && error.code === UNKNOWN_REQUEST;
}

/** Whether an answer is not needed any more, or the server has ended meanwhile. */
function isOver(error: unknown): boolean {
  return !(error instanceof ResponseError) || error.code === LSPErrorCodes.RequestCancelled || error.code === LSPErrorCodes.ContentModified;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
