// The programs that the tests need besides npm packages, from the environment or their usual places.

import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';

/** The extension's folder. */
export const ROOT = path.resolve(__dirname, '..', '..');

export interface Tools {
  /** The entry point of code-server. */
  codeServer: string;
  browser: string;
  /** The program `puppet-language-server`. */
  server: string;
  /** The packaged extension. */
  extension: string;
}

/** The tools, or a message about the one that is missing. */
export function findTools(): Tools | string {
  const codeServer = process.env.CODE_SERVER ?? path.join(homedir(), '.cache', 'puppet-check-e2e', 'node_modules', 'code-server');
  const entry = path.join(codeServer, 'out', 'node', 'entry.js');
  if (!existsSync(entry)) return `code-server is not in ${codeServer}; e2e/install.sh installs it, CODE_SERVER names its folder`;
  const browser = process.env.CHROMIUM ?? onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome');
  if (browser === undefined) return 'there is no chromium on the search path; CHROMIUM names the program';
  const server = process.env.PUPPET_LANGUAGE_SERVER ?? onPath('puppet-language-server');
  if (server === undefined) return 'there is no puppet-language-server on the search path; PUPPET_LANGUAGE_SERVER names the program';
  const extension = process.env.VSIX ?? readdirSync(ROOT).find((name) => name.endsWith('.vsix'));
  if (extension === undefined) return 'the extension is not packaged; npm run package makes it';
  return { codeServer: entry, browser, server, extension: path.resolve(ROOT, extension) };
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}
