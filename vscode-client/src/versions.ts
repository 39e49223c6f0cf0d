// Whether a server fits this extension. Nothing here needs the editor.

import { NAME } from './server';

/** What a server says of itself. */
export interface ServerInfo {
  name: string;
  version?: string;
}

/** What is wrong with a server for an extension of some version, in words; undefined when it fits. */
export function misfit(command: string, info: ServerInfo | undefined, version: string): string | undefined {
  if (info?.name !== NAME) return `${command} is not a Puppet language server${info === undefined ? '' : `: it calls itself ${info.name}`}.`;
  const found = info.version ?? '0';
  if (!isOlder(found, version)) return undefined;
  return `The Puppet language server ${command} has version ${found}, which is older than this extension, ${version}: not everything will work.`;
}

/** Whether a version such as `1.2.3` comes before another one; the third number does not matter. */
export function isOlder(found: string, wanted: string): boolean {
  const [[major = 0, minor = 0], [wantedMajor = 0, wantedMinor = 0]] = [found, wanted].map(numbers) as [number[], number[]];
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
}

function numbers(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
