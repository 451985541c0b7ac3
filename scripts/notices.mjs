/** Licences of third-party software, for distribution. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|notice|copying)([._-]|$)/i;

/**
 * Name, version, licence and licence texts of a package in a folder. A package without a licence and without a text
 * must not be shipped.
 */
export function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  if (license === undefined && texts.length === 0) throw new Error(`${name} ${version} names no licence`);
  return [`${name} ${version} (${license ?? 'see below'})`, ...texts].join('\n\n');
}

/** The text of THIRD-PARTY-NOTICES.txt. */
export function noticesOf(whose, notices) {
  const head = `${whose} contains the following software of others, under the licences given with each.`;
  const rule = `\n\n${'='.repeat(80)}\n\n`;
  return `${[head, ...notices].join(rule)}\n`;
}
