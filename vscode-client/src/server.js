'use strict';
// Which language server to start. No part of this file needs the editor, so that it can be tested without one.

const fs = require('node:fs');
const path = require('node:path');

const NAME = 'puppet-language-server';

/**
 * The command that starts the language server.
 *
 * @param {object} settings the user's settings
 * @param {string} [settings.path] a path that the user gave; it wins over all else
 * @param {string[]} folders the workspace's folders
 * @param {string} [platform] as in `process.platform`
 * @param {(file: string) => boolean} [exists] whether a file is there
 * @returns {string} a path, or the bare name, which is looked for on the search path
 */
function serverCommand(settings, folders, platform = process.platform, exists = fs.existsSync) {
  if (settings.path) return settings.path;
  const windows = platform === 'win32';
  const join = windows ? path.win32.join : path.posix.join;
  const program = windows ? ['Scripts', `${NAME}.exe`] : ['bin', NAME];
  for (const folder of folders) {
    for (const environment of ['.venv', 'venv']) {
      const candidate = join(folder, environment, ...program);
      if (exists(candidate)) return candidate;
    }
  }
  return NAME;
}

module.exports = { NAME, serverCommand };
