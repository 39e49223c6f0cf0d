// The language server's process: started, restarted, and what people are told when it does not run.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, type CloseHandlerResult, type LanguageClientOptions } from 'vscode-languageclient/node';
import { install } from './install';
import { Restarts } from './restarts';
import { NAME, serverCommand } from './server';

export const SECTION = 'puppetCheck';
const SERVER = `${SECTION}.server`;
/** Settings that are the extension's own; the server would not know them. */
const OWN = ['server', 'trace'];

/** What the server is asked about. */
const SELECTOR = [
  ...['puppet', 'epp', 'puppetfile'].map((language) => ({ scheme: 'file', language })),
  ...['**/{data,hieradata}/**/*.{yaml,yml,eyaml,json}', '**/hiera.yaml', '**/metadata.json', '**/tasks/*.json'].map((pattern) => ({
    scheme: 'file',
    pattern,
  })),
  ...['**/environment.conf', '**/templates/**/*.erb'].map((pattern) => ({ scheme: 'file', pattern })),
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
  private client: LanguageClient | undefined;
  private readonly restarts = new Restarts();
  /** The last start or stop. Each waits for the one before it, so that two servers never run. */
  private turn: Promise<void> = Promise.resolve();
  private readonly started = new vscode.EventEmitter<void>();
  /** The server runs, perhaps once more. */
  readonly onStart = this.started.event;

  constructor(private readonly context: vscode.ExtensionContext) {}

  /** The client, when the server runs. */
  get running(): LanguageClient | undefined {
    return this.client?.isRunning() === true ? this.client : undefined;
  }

  /** The program that is or would be started. */
  get command(): string {
    const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
    const setting = vscode.workspace.getConfiguration(SERVER).get('path', NAME);
    const surroundings = { folders, storage: this.environment, home: homedir(), platform: process.platform, exists: existsSync };
    return serverCommand(setting, surroundings);
  }

  private get environment(): string {
    return path.join(this.context.globalStorageUri.fsPath, 'server');
  }

  /** Ends what runs and starts anew. */
  async restart(): Promise<void> {
    this.restarts.forget();
    this.turn = this.turn.then(() => this.stop()).then(() => this.start());
    await this.turn;
  }

  async end(): Promise<void> {
    this.turn = this.turn.then(() => this.stop());
    await this.turn;
  }

  dispose(): void {
    this.output.dispose();
    this.started.dispose();
  }

  /** Asks the server; undefined when it does not run, which people are told. */
  async ask<T>(method: string, params: unknown): Promise<T | undefined> {
    const client = this.running;
    if (client === undefined) {
      void vscode.window.showWarningMessage('The Puppet language server is not running.');
      return undefined;
    }
    try {
      return await client.sendRequest<T>(method, params);
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  private async stop(): Promise<void> {
    const running = this.client;
    this.client = undefined;
    if (running?.isRunning() !== true) return;
    try {
      await running.stop();
    } catch (error) {
      this.output.appendLine(`The server did not end as asked: ${String(error)}`);
    }
  }

  private async start(): Promise<void> {
    const args = vscode.workspace.getConfiguration(SERVER).get<string[]>('arguments', []);
    const command = this.command;
    this.output.appendLine(`Starting ${[command, ...args].join(' ')}`);
    this.client = new QuietClient(SECTION, 'Puppet', { command, args }, this.options());
    try {
      await this.client.start();
      this.started.fire();
    } catch (error) {
      this.explain(`The Puppet language server does not start: ${reason(error, command)}`);
    }
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: SELECTOR,
      outputChannel: this.output,
      synchronize: { configurationSection: SECTION },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => this.closed(),
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
  private async closed(): Promise<CloseHandlerResult> {
    const wait = this.restarts.next(Date.now());
    if (wait === undefined) {
      this.explain('The Puppet language server has ended five times within three minutes, and is not started again.');
      return { action: CloseAction.DoNotRestart, handled: true };
    }
    this.output.appendLine(`The server has ended; it is started again in ${String(wait)} ms.`);
    await new Promise((resolve) => setTimeout(resolve, wait));
    setTimeout(() => {
      this.started.fire();
    }, wait);
    return { action: CloseAction.Restart, handled: true };
  }

  /** Says why nothing works and what can be done, without making anybody wait for the answer. */
  private explain(message: string): void {
    const choices = {
      Install: () => this.install(),
      'Set path': openSetting,
      'Show output': () => {
        this.show();
      },
      Restart: () => this.restart(),
    };
    void vscode.window.showErrorMessage(message, ...Object.keys(choices)).then((chosen) => {
      if (chosen !== undefined) return choices[chosen as keyof typeof choices]();
    });
  }

  show(): void {
    this.output.show();
  }

  /** Installs a server into the extension's own environment and starts it. */
  async install(): Promise<void> {
    const wheels = this.context.asAbsolutePath('wheel');
    const title = 'Installing the Puppet language server';
    try {
      await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, (progress) =>
        install(this.environment, wheels, process.platform, (message) => {
          progress.report({ message });
          this.output.appendLine(message);
        }),
      );
    } catch (error) {
      this.output.appendLine(String(error));
      this.explain(error instanceof Error ? error.message : String(error));
      return;
    }
    await this.restart();
  }
}

async function openSetting(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', `${SERVER}.path`);
}

function withoutOwn(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !OWN.includes(name)));
}

function reason(error: unknown, command: string): string {
  const told = error instanceof Error ? error.message : String(error);
  return told.includes('ENOENT') ? `the program ${command} is not there.` : told;
}
