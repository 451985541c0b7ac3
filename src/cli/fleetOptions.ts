import { accessSync, constants } from 'node:fs';
import { oneLine } from '../base/index.js';

/** The URL is never repeated: it may hold a password. */
export function urlFault(name: string, text: string, protocols: readonly string[]): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && protocols.includes(url.protocol)) return undefined;
  return `--${name} is a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
}

export function fileFault(name: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch {
    return `--${name}: the file cannot be read: ${oneLine(path)}`;
  }
}
