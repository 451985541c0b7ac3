import { accessSync, constants } from 'node:fs';
import { type Bilingual, oneLine } from '../../base/index.js';

/** The URL is never repeated, because it may contain a password. */
export function urlFault(name: string, text: string, protocols: readonly string[]): Bilingual | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && protocols.includes(url.protocol)) return undefined;
  const beginnings = protocols.map((protocol) => `${protocol}//`);
  return {
    sr: `--${name} је URL који почиње са ${beginnings.join(' или ')}`,
    en: `--${name} is a URL that begins with ${beginnings.join(' or ')}`,
  };
}

export function fileFault(name: string, path: string | undefined): Bilingual | undefined {
  if (path === undefined) return undefined;
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch {
    return {
      sr: `--${name}: датотека не може да се прочита: ${oneLine(path)}`,
      en: `--${name}: the file cannot be read: ${oneLine(path)}`,
    };
  }
}
