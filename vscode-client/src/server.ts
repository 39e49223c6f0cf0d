// Which language server to start. Nothing here needs the editor, so that it can be tested without one.

import * as path from 'node:path';

export const NAME = 'puppet-language-server';

/** What the answer depends on besides the settings. */
export interface Surroundings {
  /** The workspace's folders, as far as the user trusts them. */
  folders: readonly string[];
  /** Where the extension installs a server of its own. */
  storage: string;
  /** The user's home. */
  home: string;
  /** As in `process.platform`. */
  platform: string;
  /** Whether a file is there. */
  exists: (file: string) => boolean;
}

/**
 * The command that starts the language server: what the user set, else the program in a virtual environment of the workspace, in
 * the extension's own, where pipx and uv put tools, else the bare name, which the operating system looks for on the search path.
 */
export function serverCommand(setting: string, { folders, storage, home, platform, exists }: Surroundings): string {
  const wanted = setting.trim();
  if (wanted !== '' && wanted !== NAME) return wanted;
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const environments = folders.flatMap((folder) => ['.venv', 'venv'].map((name) => paths.join(folder, name)));
  const candidates = [...environments, storage].map((environment) => program(environment, NAME, platform));
  candidates.push(paths.join(home, '.local', 'bin', platform === 'win32' ? `${NAME}.exe` : NAME));
  return candidates.find(exists) ?? NAME;
}

/** A program of a virtual environment. */
export function program(environment: string, name: string, platform: string): string {
  return platform === 'win32' ? path.win32.join(environment, 'Scripts', `${name}.exe`) : path.posix.join(environment, 'bin', name);
}

/** Another program of the package that a language server belongs to. */
export function beside(server: string, name: string): string {
  const paths = server.includes('\\') ? path.win32 : path.posix;
  return paths.dirname(server) === '.' ? name : paths.join(paths.dirname(server), name + paths.extname(server));
}
