// Whether a server is compatible with this extension. Independent of the editor.

import { NAME } from './server';

/** The name and version that a server reports. */
export interface ServerInfo {
  name: string;
  version?: string;
}

/** A message about a server that is not compatible with this version of the extension; undefined if it is. */
export function incompatibility(command: string, info: ServerInfo | undefined, version: string): string | undefined {
  if (info?.name !== NAME) return `${command} is not a Puppet language server${info === undefined ? '' : `; its name is ${info.name}`}.`;
  const found = info.version ?? '0';
  if (!isOlder(found, version)) return undefined;
  return `The Puppet language server ${command} has version ${found}, which is older than this extension (${version}). Some features will not work.`;
}

/** Whether a version such as `1.2.3` is older than another one, ignoring the third number. */
export function isOlder(found: string, wanted: string): boolean {
  const [[major = 0, minor = 0], [wantedMajor = 0, wantedMinor = 0]] = [found, wanted].map(numbers) as [number[], number[]];
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
}

function numbers(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
