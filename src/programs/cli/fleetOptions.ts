import { accessSync, constants } from 'node:fs';
import { oneLine } from '../../base/index.js';
import { inLanguage } from './language.js';

/** The URL is never repeated, because it may contain a password. */
export function urlFault(name: string, text: string, protocols: readonly string[]): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && protocols.includes(url.protocol)) return undefined;
  const beginnings = protocols.map((protocol) => `${protocol}//`);
  return inLanguage({
    sr: `--${name} је URL који почиње са ${beginnings.join(' или ')}`,
    en: `--${name} is a URL that begins with ${beginnings.join(' or ')}`,
  });
}

export function fileFault(name: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch {
    return inLanguage({
      sr: `--${name}: датотека не може да се прочита: ${oneLine(path)}`,
      en: `--${name}: the file cannot be read: ${oneLine(path)}`,
    });
  }
}
