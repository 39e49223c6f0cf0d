// Shows the state of the server: the language status item, messages with actions, and a context key for the views.

import * as vscode from 'vscode';

/** The actions that messages about a failure offer, with their commands. */
const ACTIONS: Record<string, [command: string, ...given: string[]]> = {
  Install: ['puppetCheck.install'],
  'Set Path': ['workbench.action.openSettings', 'puppetCheck.server.path'],
  'Show Output': ['puppetCheck.showOutput'],
  Restart: ['puppetCheck.restart'],
};

export class Status implements vscode.Disposable {
  private readonly item: vscode.LanguageStatusItem;
  private readonly idle = new vscode.EventEmitter<void>();
  /** Fires when the server has finished a check of all files. */
  readonly onIdle = this.idle.event;
  /** Why the server is not running. */
  text = '';

  constructor(selector: vscode.DocumentSelector) {
    this.item = vscode.languages.createLanguageStatusItem('puppetCheck', selector);
    this.item.name = 'Puppet';
    this.item.command = { title: 'Status', command: 'puppetCheck.showStatus' };
  }

  dispose(): void {
    this.item.dispose();
    this.idle.dispose();
  }

  starting(): void {
    this.item.busy = true;
    this.text = 'The language server is starting.';
    this.show('Puppet: starting the language server', vscode.LanguageStatusSeverity.Information);
  }

  /** The server is running; `incompatibility` is a warning about its version, if any. */
  running(version: string, incompatibility: string | undefined): void {
    this.item.busy = false;
    const severity = incompatibility === undefined ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Warning;
    this.show(`Puppet ${version}`, severity);
    void vscode.commands.executeCommand('setContext', 'puppetCheck.running', true);
    if (incompatibility !== undefined) offer(vscode.window.showWarningMessage(incompatibility, ...Object.keys(ACTIONS)));
  }

  /** The server is not running: show why and offer actions, without waiting for an answer. */
  failure(message: string): void {
    this.item.busy = false;
    this.text = message;
    this.show('Puppet: the language server is not running', vscode.LanguageStatusSeverity.Error);
    void vscode.commands.executeCommand('setContext', 'puppetCheck.running', false);
    this.alert(message);
  }

  /** Report why a command cannot be carried out, and offer actions. */
  alert(message: string): void {
    offer(vscode.window.showErrorMessage(message, ...Object.keys(ACTIONS)));
  }

  /** The server works on something, such as `12 of 34 files`; undefined: it does not. */
  progress(work: string | undefined): void {
    if (work === undefined) this.idle.fire();
    this.item.busy = work !== undefined;
    this.item.detail = work ?? '';
  }

  /** The server has answered a request with an error. */
  refusal(message: string): void {
    void vscode.window.showErrorMessage(message);
  }

  private show(text: string, severity: vscode.LanguageStatusSeverity): void {
    this.item.text = text;
    this.item.severity = severity;
  }
}

function offer(choice: Thenable<string | undefined>): void {
  void choice.then((chosen) => {
    const [command, ...given] = ACTIONS[chosen ?? ''] ?? [];
    return command === undefined ? undefined : vscode.commands.executeCommand(command, ...given);
  });
}
