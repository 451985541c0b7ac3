import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENVIRONMENTS } from '../base/fiscal.js';
import type { Result } from '../base/result.js';
import { localTime } from '../base/time.js';
import { BUILD_TIME, VERSION } from '../base/version.js';
import type { Check } from '../health/checks.js';
import { journalOf, machineFacts } from '../health/machine.js';
import { type Asker, lookAround } from './ask.js';
import { lineOf, withService } from './doctor.js';
import { readAll, summaryOf } from './ledger.js';
import { redact } from './redact.js';

/** One file of a support bundle. */
export interface SupportEntry {
  readonly name: string;
  readonly text: string;
  /** Why its content could not be had; the text says so too. */
  readonly fault: string | undefined;
}

/** Longest file, bytes: of the journal, the newest are kept. */
export const MAX_ENTRY = 256 * 1024;
/** Jobs that are listed, the newest. */
const MAX_JOBS = 500;
const UNIT = 'kasirbox';

/**
 * What a technician far away needs to know of a box: each file by itself, so that what is broken takes no other with it.
 * Without receipts, buyers, items and secrets.
 */
export function supportEntries(folder: string): Promise<SupportEntry[]> {
  return lookAround(folder, async (ask, isServed) => {
    const made: SupportEntry[] = [];
    for (const [name, make] of Object.entries(makersOf(folder, ask, isServed))) made.push(await entryOf(name, make));
    return made;
  });
}

function makersOf(folder: string, ask: Asker, isServed: boolean): Readonly<Record<string, () => Promise<string>>> {
  const checks = async (): Promise<Check[]> => withService(value(await ask('doctor', {})), isServed);
  return {
    'about.txt': async () => aboutText(),
    'machine.txt': () => machineFacts(folder),
    'doctor.txt': async () => `${(await checks()).map(lineOf).join('\n')}\n`,
    'doctor.json': async () => json(await checks()),
    'settings.json': async () => json(value(await ask('settings.show', {}))),
    'printers.json': async () => json(value(await ask('print.printers', {}))),
    'print-jobs.json': async () => {
      const jobs = value(await ask('print.jobs', { all: true })).slice(0, MAX_JOBS);
      // Without what leads to the receipt.
      return json(
        jobs.map(({ id, printer, state, reason, repeat, time }) => ({ id, printer, state, reason, repeat, time })),
      );
    },
    'pfr-certificates.json': async () => {
      const states = [];
      for (const environment of ENVIRONMENTS) states.push(value(await ask('certificate.show', { environment })));
      return json(states);
    },
    'tls.json': async () => json(await Promise.all(['ca.pem', 'server.pem'].map((file) => tlsFacts(folder, file)))),
    'ledger-end.json': async () => json(value(await ask('ledger.end', {}))),
    'ledger-verify.txt': async () => `${summaryOf(value(await readAll(folder))).join('\n')}\n`,
    'journal.txt': () => journalOf(UNIT),
  };
}

async function entryOf(name: string, make: () => Promise<string>): Promise<SupportEntry> {
  try {
    return { name, text: bounded(redact(await make())), fault: undefined };
  } catch (error) {
    // A bug in one look is no reason to have none.
    const fault = bounded(redact(error instanceof Error ? error.message : String(error)));
    return { name, text: `could not be had: ${fault}\n`, fault };
  }
}

/** The end of a text: the newest is what matters, where a text is so long. */
function bounded(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_ENTRY) return text;
  const end = bytes.subarray(bytes.length - MAX_ENTRY).toString();
  return end.slice(end.indexOf('\n') + 1);
}

function aboutText(): string {
  return [
    `kasirbox ${VERSION}, built ${BUILD_TIME === 0 ? 'nowhere' : localTime(BUILD_TIME)}`,
    `Node.js ${process.version}`,
    `bundle of ${localTime(Date.now())} (Belgrade), by the clock of the box`,
    '',
  ].join('\n');
}

/** Of the first certificate in the file. */
async function tlsFacts(folder: string, file: string): Promise<object> {
  const certificate = new X509Certificate(await readFile(join(folder, 'tls', file)));
  const { subject, issuer, subjectAltName, validFrom, validTo, fingerprint256 } = certificate;
  return { file, subject, issuer, subjectAltName, validFrom, validTo, fingerprint256 };
}

function value<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function json(content: unknown): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}
