// Which language server to start. Independent of the editor, so that it can be tested without one.

import * as path from 'node:path';

export const NAME = 'puppet-language-server';

/** Everything but the setting that decides which server is started. */
export interface Surroundings {
  /** The folders of the workspace; none if it is not trusted. */
  folders: readonly string[];
  /** The virtual environment of the extension. */
  storage: string;
  /** The home directory of the user. */
  home: string;
  /** As in `process.platform`. */
  platform: string;
  /** Whether a file exists. */
  exists: (file: string) => boolean;
}

/**
 * The command that starts the language server: the setting, else the first program found in a virtual environment of the workspace, in
 * that of the extension or in the folder of pipx and uv, else the bare name, which the operating system looks up on PATH.
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

/** The path of a program in a virtual environment. */
export function program(environment: string, name: string, platform: string): string {
  return platform === 'win32' ? path.win32.join(environment, 'Scripts', `${name}.exe`) : path.posix.join(environment, 'bin', name);
}

/** The path of another program of the package, in the same folder as the server. */
export function beside(server: string, name: string): string {
  const paths = server.includes('\\') ? path.win32 : path.posix;
  return paths.dirname(server) === '.' ? name : paths.join(paths.dirname(server), name + paths.extname(server));
}
