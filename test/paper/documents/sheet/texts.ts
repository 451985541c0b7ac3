import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import type { Turns } from '../../../kit/turns.js';

type Work = () => Promise<void>;

/** Registers a test that needs Debian's poppler-utils, which scripts/test installs; elsewhere it says skipped. */
export function needsPoppler(name: string, work: Work, turns?: Turns): void {
  register(name, isThere('pdftotext', '-v') ? work : undefined, turns);
}

/** The same with zbar-tools. */
export function needsZbar(name: string, work: Work, turns?: Turns): void {
  if (isThere('zbarimg', '--version')) needsPoppler(name, work, turns);
  else register(name, undefined, turns);
}

/** The same with qpdf. */
export function needsQpdf(name: string, work: Work, turns?: Turns): void {
  if (isThere('qpdf', '--version')) needsPoppler(name, work, turns);
  else register(name, undefined, turns);
}

function register(name: string, work: Work | undefined, turns: Turns | undefined): void {
  if (work === undefined) console.log('skipped: the Debian packages poppler-utils, qpdf and zbar-tools');
  if (turns !== undefined) turns.test(name, work);
  else if (work !== undefined) test(name, work);
  else test.skip(name);
}

/** Which commands are there: each is asked once. */
const found = new Map<string, boolean>();

function isThere(command: string, flag: string): boolean {
  const isFound = found.get(command) ?? spawnSync(command, [flag]).status === 0;
  found.set(command, isFound);
  return isFound;
}

const folder = mkdtempSync(join(tmpdir(), 'kasirbox-sheet-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

/** Runs a command on a file of these bytes; `FILE` is replaced by its path. */
export function runOn(bytes: Uint8Array, command: string, args: readonly string[]): Buffer {
  const file = join(folder, 'file');
  writeFileSync(file, bytes);
  return execFileSync(
    command,
    args.map((arg) => (arg === 'FILE' ? file : arg)),
    { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28 },
  );
}

/** The text of each page of a PDF, in the order in which it was drawn. */
export function pdfPages(pdf: Uint8Array): string[] {
  const pages = runOn(pdf, 'pdftotext', ['-raw', 'FILE', '-']).toString().split('\f');
  return pages.slice(0, -1);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text between the comments of an HTML sheet. */
export function htmlText(html: string): string {
  const sheet = /<!--sheet-->(.*)<!--\/sheet-->/s.exec(html)?.[1] ?? '';
  return sheet.replace(/<[^>]*>/g, ' ').replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** Without blanks and line ends, which the two drawings set as they need them. */
export function dense(text: string): string {
  return text.replace(/\s/g, '');
}
