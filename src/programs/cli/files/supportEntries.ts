import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BUILD_TIME,
  localTime,
  type Result,
  startCommand,
  VERSION,
  type Message,
  english,
} from '../../../base/index.js';
import { ENVIRONMENTS } from '../../../contract/index.js';
import {
  type CheckResult,
  checkOutside,
  machineFacts,
  type ServiceSeen,
  systemdJournalOf,
} from '../../../interfaces/health/index.js';
import type { Verification } from '../../../platform/ledger/index.js';
import type { OperationCaller } from '../box/ownBox.js';
import { checkLines, hanging, withServiceCheck } from '../doctor.js';
import { summaryOf, verifyFolder, verifyUpTo } from './ledger.js';

/** Placeholder for a secret. */
const HIDDEN = '(hidden)';

/**
 * The forms of secrets and of personal data of buyers. A support bundle contains none on purpose, but other programs
 * also write to the journal, and a message of the system may quote anything.
 */
const SECRETS: readonly RegExp[] = [
  // API keys, including their prefixes, and other credentials of a request.
  /kasir_[0-9a-f]+/gi,
  /\b(?:Bearer|Basic) +[^\s"']+/gi,
  // Private keys in PEM, also in JSON; one without its end marker is removed to the end of the text.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // The identity of age, and the backup code from which it is derived.
  /AGE-SECRET-KEY-1[0-9A-Z]+/gi,
  /\b(?:[0-9A-Z]{4}[- ]){7}[0-9A-Z]{4}\b/gi,
  // Verification links, which reveal the purchase.
  /[?&]vl=[^\s"'<>]+/gi,
  // Members of JSON with the name of a secret.
  /(?<="[a-z]*(?:password|secret|token|pac|pin)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
  // The same members in JSON within JSON, as quoted by the log.
  /(?<=\\"[a-z]*(?:password|secret|token|pac|pin)\\"\s*:\s*)\\"[^"\\]*/gi,
  // The token of a bot in the addresses of its API, and the secret that signs messages to a webhook.
  /\bbot\d+:[\w-]+/gi,
  /whsec_[\w+/=-]+/gi,
  // E-mail addresses.
  /[^\s"'<>()[\],;:=\\@]+@[^\s"'<>()[\],;:=\\@]+/g,
];

/** Removes everything from the text that has the form of a secret. */
export function redact(text: string): string {
  return SECRETS.reduce((redacted, secret) => redacted.replace(secret, (found) => replacement(found)), text);
}

/** In JSON only the value is replaced, so that it remains valid JSON. */
function replacement(found: string): string {
  return found.startsWith('"') ? `"${HIDDEN}"` : HIDDEN;
}

/** One file of a support bundle. */
export interface SupportEntry {
  readonly name: string;
  readonly text: string;
  /** Why there is no content; the text contains it too. */
  readonly fault: string | undefined;
}

/** Maximum size of a file, bytes; of a longer one only the end is included. */
const MAX_ENTRY = 256 * 1024;
/** How many print jobs are listed, the newest. */
const MAX_JOBS = 500;
const UNIT = 'kasirbox';

/**
 * What a remote technician needs to know about a box, without receipts, buyers, items and secrets. Each file is created
 * separately, so that an error in one does not affect the others.
 */
export async function supportEntries(folder: string): Promise<SupportEntry[]> {
  const { inspectBox } = await import('../box/inspectBox.js');
  return inspectBox(folder, async (call, state) => {
    const made: SupportEntry[] = [];
    for (const [name, make] of Object.entries(makersOf(folder, call, state))) made.push(await entryOf(name, make));
    return made;
  });
}

function makersOf(
  folder: string,
  call: OperationCaller,
  state: ServiceSeen['state'],
): Readonly<Record<string, () => Promise<string>>> {
  const checks = async (): Promise<CheckResult[]> => {
    if (state === 'hangs') return withServiceCheck(await checkOutside(folder), hanging(folder));
    const service: ServiceSeen = state === 'runs' ? { state } : { state, start: startCommand(folder) };
    return withServiceCheck(value(await call('doctor', {})), service);
  };
  const verified = async (): Promise<Verification> =>
    // A service that hangs writes nothing more, so the log is read to its end.
    state === 'hangs' ? verifyUpTo(folder, undefined) : value(await verifyFolder(folder));
  return {
    'about.txt': async () => aboutText(),
    'machine.txt': () => machineFacts(folder),
    'doctor.txt': async () => `${checkLines(await checks()).join('\n')}\n`,
    'doctor.json': async () => json(await checks()),
    'settings.json': async () => json(value(await call('settings.show', {}))),
    'printers.json': async () => json(value(await call('print.printers', {}))),
    'print-jobs.json': async () => {
      const jobs = value(await call('print.jobs', { all: true })).slice(0, MAX_JOBS);
      // Without the number and the uuid of the receipt.
      return json(
        jobs.map(({ id, printer, state, reason, repeat, time }) => ({ id, printer, state, reason, repeat, time })),
      );
    },
    'pfr-certificates.json': async () => {
      const states = [];
      for (const environment of ENVIRONMENTS) {
        const state = value(await call('certificate.show', { environment }));
        states.push({ ...state, faults: state.faults.map(english) });
      }
      return json(states);
    },
    'tls.json': async () => json(await Promise.all(['ca.pem', 'server.pem'].map((file) => tlsFacts(folder, file)))),
    'ledger-end.json': async () => json(value(await call('ledger.end', {}))),
    'ledger-verify.txt': async () => `${summaryOf(await verified()).join('\n')}\n`,
    'journal.txt': () => systemdJournalOf(UNIT),
  };
}

async function entryOf(name: string, make: () => Promise<string>): Promise<SupportEntry> {
  try {
    return { name, text: bounded(redact(await make())), fault: undefined };
  } catch (error) {
    // Even a bug in one file must not affect the others.
    const fault = bounded(redact(error instanceof Error ? error.message : String(error)));
    return { name, text: `could not be had: ${fault}\n`, fault };
  }
}

/** The end of a text that is too long, because the newest entries matter most. */
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

/** Public data of the first certificate in the file. */
async function tlsFacts(folder: string, file: string): Promise<object> {
  const certificate = new X509Certificate(await readFile(join(folder, 'tls', file)));
  const { subject, issuer, subjectAltName, validFrom, validTo, fingerprint256 } = certificate;
  return { file, subject, issuer, subjectAltName, validFrom, validTo, fingerprint256 };
}

function value<T>(result: Result<T, Message>): T {
  if (!result.ok) throw new Error(english(result.error));
  return result.value;
}

function json(content: unknown): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}
