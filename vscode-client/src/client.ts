// The connection to the language server: starts the server, sends requests, and restarts it when it exits.

import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, LSPErrorCodes, ProgressType, ResponseError, type LanguageClientOptions } from 'vscode-languageclient/node';
import { ServerProcess, startProcess } from './process';
import { MAX_EXITS, Restarts } from './restarts';
import { serverCommand } from './server';
import { Status } from './status';
import { incompatibility } from './versions';

export const SECTION = 'puppetCheck';
export const SERVER = `${SECTION}.server`;
/** Settings of the extension itself, which are not sent to the server. */
const CLIENT_SETTINGS = ['server', 'trace'];
/** Milliseconds after which a server that has not answered is reported. */
const ANSWER_TIMEOUT = 10_000;
/** The error code of JSON-RPC for a method that the server does not support. */
const METHOD_NOT_FOUND = -32601;

/** The documents that are synchronized with the server: the kinds of files in `server/puppet_check/workspace/kinds.py`, which a test compares. */
const LANGUAGES = ['puppet', 'epp', 'puppetfile'];
const PATTERNS = [
  '**/templates/**/*.erb',
  '**/metadata.json',
  '**/environment.conf',
  '**/puppet.conf',
  '**/hiera.yaml',
  '**/tasks/*',
  '**/{data,hieradata,hiera}/**/*.{yaml,yml,eyaml,json}',
];
/** Files that are not checked, but whose definitions Puppet code uses. */
const NAVIGATED = '**/lib/{puppet,facter}/**/*.rb';
/** Files whose examples are listed and run. */
const SPECS = '**/spec/**/*_spec.rb';
const SELECTOR = [
  { scheme: 'file', pattern: NAVIGATED },
  { scheme: 'file', pattern: SPECS },
  ...LANGUAGES.map((language) => ({ scheme: 'file', language })),
  ...PATTERNS.map((pattern) => ({ scheme: 'file', pattern })),
];

/** A client that only logs failures: the extension itself shows messages with buttons for what to do. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** The language server of a window. */
export class Server implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('Puppet');
  readonly status = new Status(SELECTOR);
  private client: LanguageClient | undefined;
  private process: ServerProcess | undefined;
  private readonly restarts = new Restarts();
  private waiting: NodeJS.Timeout | undefined;
  /** The last start or stop. Each waits for the previous one, so that two servers never run at the same time. */
  private turn: Promise<void> = Promise.resolve();
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when the server has started, restarted or failed to start. */
  readonly onChange = this.changed.event;

  constructor(private readonly context: vscode.ExtensionContext) {}

  /** The client, if the server is running. */
  get running(): LanguageClient | undefined {
    return this.client?.isRunning() === true ? this.client : undefined;
  }

  /** The program to start. */
  get command(): string {
    const setting = vscode.workspace.getConfiguration(SERVER).get('path', '');
    // A server inside the workspace is code from its author, and is only started if the user trusts the workspace.
    const trusted = vscode.workspace.isTrusted ? folders() : [];
    const surroundings = { folders: trusted, storage: this.environment, home: homedir(), platform: process.platform, exists: existsSync };
    return serverCommand(setting, surroundings);
  }

  /** The virtual environment into which the extension installs a server. */
  get environment(): string {
    return path.join(this.context.globalStorageUri.fsPath, 'server');
  }

  /** Restart the server on request of the user. */
  async restart(): Promise<void> {
    this.restarts.reset();
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
    this.status.dispose();
  }

  /** Send a request for a command of the user. Returns undefined after a message if the server is not running or reports an error. */
  async ask<T>(method: string, params: unknown): Promise<T | undefined> {
    const client = this.running;
    if (client === undefined) {
      this.status.alert('The Puppet language server is not running.');
      return undefined;
    }
    try {
      return await client.sendRequest<T>(method, params);
    } catch (error) {
      if (!isCancelled(error)) this.status.refusal(isUnknownRequest(error) ? `The Puppet language server does not support ${method}; it may be too old.` : messageOf(error));
      return undefined;
    }
  }

  /** Send a request for a view. Returns undefined if the server is not running or too old, which was reported when it started. */
  async look<T>(method: string, params: unknown): Promise<T | undefined> {
    try {
      return await this.running?.sendRequest<T>(method, params);
    } catch (error) {
      if (!isCancelled(error) && !isUnknownRequest(error)) this.status.refusal(messageOf(error));
      return undefined;
    }
  }

  /** Send a request whose result comes in parts, as the progress of a token. Returns undefined after a message if that fails, and after a cancellation. */
  async stream<T>(method: string, params: unknown, progress: string, take: (part: unknown) => void, token: vscode.CancellationToken): Promise<T | undefined> {
    const client = this.running;
    if (client === undefined) {
      this.status.alert('The Puppet language server is not running.');
      return undefined;
    }
    const parts = client.onProgress(new ProgressType<unknown>(), progress, take);
    try {
      return await client.sendRequest<T>(method, params, token);
    } catch (error) {
      if (!isCancelled(error)) this.status.refusal(messageOf(error));
      return undefined;
    } finally {
      parts.dispose();
    }
  }

  private async again(): Promise<void> {
    clearTimeout(this.waiting);
    if (this.running === undefined) this.giveUp();
    this.turn = this.turn.then(() => this.stop()).then(() => this.start());
    await this.turn;
  }

  /** Kill a server that has not answered yet. */
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
      this.output.appendLine(`The server did not shut down cleanly: ${String(error)}`);
    }
  }

  private async start(): Promise<void> {
    const given = vscode.workspace.getConfiguration(SERVER).get<string[]>('arguments', []);
    const { command } = this;
    this.output.appendLine(`Starting ${[command, ...given].join(' ')}`);
    this.status.starting();
    this.process = undefined;
    const run = async (): Promise<ChildProcess> => {
      const started = await startProcess(command, given, folders().find(existsSync));
      this.process = new ServerProcess(started);
      return started;
    };
    const client = new QuietClient(SECTION, 'Puppet', run, this.options());
    this.client = client;
    const slow = setTimeout(() => {
      this.status.failure(`The Puppet language server ${command} does not answer yet.`);
    }, ANSWER_TIMEOUT);
    try {
      await client.start();
      // It also returns if the server exited before it answered.
      if (client.initializeResult === undefined) throw new Error('it did not answer');
    } catch (error) {
      if (this.client === client) this.status.failure(await this.whyNot(command, error));
      this.giveUp();
      this.changed.fire();
      return;
    } finally {
      clearTimeout(slow);
    }
    const info = client.initializeResult.serverInfo;
    this.status.running(info?.version ?? '', incompatibility(command, info, this.version));
    this.changed.fire();
  }

  /** The version of this extension. */
  private get version(): string {
    return (this.context.extension.packageJSON as { version: string }).version;
  }

  private async whyNot(command: string, error: unknown): Promise<string> {
    if (this.process === undefined) return `Cannot start the Puppet language server: ${messageOf(error)}`;
    const reason = await this.process.exitReason();
    if (reason !== undefined) return `The Puppet language server ${command} exited immediately${reason}`;
    return `${command} does not answer as a language server: ${messageOf(error)}`;
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: SELECTOR,
      outputChannel: this.output,
      synchronize: { configurationSection: SECTION },
      // The Testing view has icons beside groups and examples.
      initializationOptions: { specLenses: vscode.workspace.getConfiguration(SECTION).get('specLenses', {}) },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: async () => {
          // A server that never answered has failed to start, which `start` reports.
          if (this.running !== undefined) await this.closed();
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
      middleware: {
        handleWorkDoneProgress: (token, params, next) => {
          this.status.progress(params.kind === 'end' ? undefined : params.message ?? 'checking');
          next(token, params);
        },
        workspace: {
          configuration: async (params, token, next) => {
            const found = await next(params, token);
            return Array.isArray(found) ? found.map(withoutClientSettings) : found;
          },
        },
      },
    };
  }

  /** Restart the server after it has exited, unless it exits too often. */
  private async closed(): Promise<void> {
    const reason = (await this.process?.exitReason()) ?? '.';
    const wait = this.restarts.next(Date.now());
    if (wait === undefined) {
      this.status.failure(`The Puppet language server exited ${String(MAX_EXITS)} times within three minutes and is not restarted. The last time, it exited${reason}`);
      setTimeout(() => {
        this.changed.fire();
      });
      return;
    }
    this.output.appendLine(`The server exited${reason}`);
    this.output.appendLine(`Restarting it in ${String(wait)} ms`);
    this.status.starting();
    this.waiting = setTimeout(() => void this.again(), wait);
  }

  show(): void {
    this.output.show();
  }
}

function folders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

function withoutClientSettings(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !CLIENT_SETTINGS.includes(name)));
}

function isUnknownRequest(error: unknown): boolean {
  return error instanceof ResponseError && error.code === METHOD_NOT_FOUND;
}

/** Whether a request was cancelled, or ended with the connection. */
function isCancelled(error: unknown): boolean {
  return !(error instanceof ResponseError) || error.code === LSPErrorCodes.RequestCancelled || error.code === LSPErrorCodes.ContentModified;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
