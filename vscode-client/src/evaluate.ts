// Evaluates the selection with `puppet-eval` and shows the result.

import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import { SECTION, type Server } from './client';
import { beside } from './server';

const SECONDS = 20;

/** Evaluate the selection or, if there is none, the current line. */
export async function evaluateSelection(server: Server, output: vscode.OutputChannel): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return;
  const { document, selection } = editor;
  const range = selection.isEmpty ? document.lineAt(selection.active.line).range : selection;
  const code = document.getText(range);
  if (code.trim() === '') return;
  const facts = vscode.workspace.getConfiguration(SECTION, document).get<string>('facts', '');
  const given = ['-e', code, ...(facts === '' ? [] : ['--facts', facts])];
  const cwd = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath;
  const [out, err] = await run(beside(server.command, 'puppet-eval'), given, cwd);
  output.appendLine(code.trim().replace(/^/gm, '> '));
  output.appendLine(`${out}${err}`.trimEnd());
  output.show(true);
}

function run(command: string, given: string[], cwd: string | undefined): Promise<[string, string]> {
  return new Promise((resolve) => {
    execFile(command, given, { cwd, timeout: SECONDS * 1000, maxBuffer: 1 << 22 }, (error, stdout, stderr) => {
      const missing = error !== null && 'code' in error && (error.code as unknown) === 'ENOENT';
      resolve([stdout, missing ? `The program ${command} does not exist.` : error?.killed === true ? `The evaluation was stopped after ${String(SECONDS)} seconds.` : stderr]);
    });
  });
}
