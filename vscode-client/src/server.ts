// Which language server to start. Nothing here needs the editor, so that it can be tested without one.

import * as path from 'node:path';

export const NAME = 'puppet-language-server';

/** What the answer depends on besides the settings. */
export interface Surroundings {
  /** The workspace's folders. */
  folders: readonly string[];
  /** As in `process.platform`. */
  platform: string;
  /** Whether a file is there. */
  exists: (file: string) => boolean;
}

/**
 * The command that starts the language server: what the user set, else the program in a virtual environment of the workspace,
 * else the bare name, which the operating system looks for on the search path.
 */
export function serverCommand(setting: string, { folders, platform, exists }: Surroundings): string {
  const wanted = setting.trim();
  if (wanted !== '' && wanted !== NAME) return wanted;
  const windows = platform === 'win32';
  const paths = windows ? path.win32 : path.posix;
  const program = windows ? ['Scripts', `${NAME}.exe`] : ['bin', NAME];
  const candidates = folders.flatMap((folder) => ['.venv', 'venv'].map((environment) => paths.join(folder, environment, ...program)));
  return candidates.find(exists) ?? NAME;
}
