// How people learn whether the server runs: the language's status, messages with what can be done, and a key for the views.

import * as vscode from 'vscode';

/** What can be done about a failure, and the command that does it. */
const REMEDIES: Record<string, [command: string, ...given: string[]]> = {
  Install: ['puppetCheck.install'],
  'Set path': ['workbench.action.openSettings', 'puppetCheck.server.path'],
  'Show output': ['puppetCheck.showOutput'],
  Restart: ['puppetCheck.restart'],
};

export class Telling implements vscode.Disposable {
  private readonly status = vscode.languages.createLanguageStatusItem('puppetCheck', ['puppet', 'epp', 'puppetfile']);

  constructor() {
    this.status.name = 'Puppet';
  }

  dispose(): void {
    this.status.dispose();
  }

  starting(): void {
    this.status.busy = true;
    this.show('Puppet: the language server starts', vscode.LanguageStatusSeverity.Information);
  }

  /** It runs; `misfit` is what is wrong with it nevertheless. */
  running(version: string, misfit: string | undefined): void {
    this.status.busy = false;
    this.status.command = { title: 'Status', command: 'puppetCheck.showStatus' };
    const severity = misfit === undefined ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Warning;
    this.show(`Puppet ${version}`, severity);
    void vscode.commands.executeCommand('setContext', 'puppetCheck.running', true);
    if (misfit !== undefined) offer(vscode.window.showWarningMessage(misfit, ...Object.keys(REMEDIES)));
  }

  /** It does not run: why, and what can be done, without making anybody wait for the answer. */
  failure(message: string): void {
    this.status.busy = false;
    this.status.command = { title: 'Restart', command: 'puppetCheck.restart' };
    this.show('Puppet: the language server does not run', vscode.LanguageStatusSeverity.Error);
    void vscode.commands.executeCommand('setContext', 'puppetCheck.running', false);
    offer(vscode.window.showErrorMessage(message, ...Object.keys(REMEDIES)));
  }

  /** It refuses something that was asked for. */
  refusal(message: string): void {
    void vscode.window.showErrorMessage(message);
  }

  private show(text: string, severity: vscode.LanguageStatusSeverity): void {
    this.status.text = text;
    this.status.severity = severity;
  }
}

function offer(choice: Thenable<string | undefined>): void {
  void choice.then((chosen) => {
    const [command, ...given] = REMEDIES[chosen ?? ''] ?? [];
    return command === undefined ? undefined : vscode.commands.executeCommand(command, ...given);
  });
}
