import { spawn } from 'node:child_process';
import { failed, isRecord, ok, parseJson, printableRow, type Result, withDeadline } from '../../base/index.js';

interface ProgramRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Timeout, ms. */
  readonly timeLimit: number;
  /** Called with each row of its standard output. */
  readonly onRow?: (row: string) => void;
  /** Aborts the program. */
  readonly signal?: AbortSignal | undefined;
}

/** Most of its output that is stored, characters; the description of a bundle is a hundredth of it. */
const MAX_OUTPUT = 256 * 1024;
const MAX_COMPLAINT = 300;

/** Runs a program to its end, and returns its standard output. The error is the last row of its standard error. */
export function runProgram({ timeLimit, signal, ...run }: ProgramRun): Promise<Result<string, string>> {
  return withDeadline(timeLimit, signal, (limit) => runUntil(limit, run));
}

function runUntil(
  limit: AbortSignal,
  { program, args, onRow }: Pick<ProgramRun, 'program' | 'args' | 'onRow'>,
): Promise<Result<string, string>> {
  return new Promise((resolve) => {
    // A program that waits for a device does not end, even when it is killed.
    limit.addEventListener('abort', () => resolve(failed('it took too long and was stopped')), { once: true });
    const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' };
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
      signal: limit,
      killSignal: 'SIGKILL',
    });
    let output = '';
    let complaint = '';
    eachRow(child.stdout, (row) => {
      if (output.length < MAX_OUTPUT) output += `${row}\n`;
      onRow?.(row);
    });
    eachRow(child.stderr, (row) => (complaint = shownRow(row)));
    child.once('error', (error) => resolve(failed('code' in error ? String(error.code) : error.name)));
    child.once('close', (code, killed) => {
      if (code === 0) resolve(ok(output));
      else resolve(failed(complaint === '' ? `it ended with ${killed ?? String(code)}` : complaint));
    });
  });
}

/** Text of a program, made safe for display. */
function shownRow(row: string): string {
  return printableRow(row).slice(0, MAX_COMPLAINT);
}

/** Passes on the rows that are not blank. An overlong row is truncated. */
function eachRow(stream: NodeJS.ReadableStream, take: (row: string) => void): void {
  let unread = '';
  stream.setEncoding('utf8');
  const takeRow = (row: string): void => {
    if (row.trim() !== '') take(row.trim());
  };
  stream.on('data', (text: string) => {
    const rows = (unread + text).split('\n');
    unread = (rows.pop() ?? '').slice(0, MAX_OUTPUT);
    rows.forEach(takeRow);
  });
  stream.on('end', () => takeRow(unread));
}

/** The description in an update bundle. Its signature was checked before. */
export interface BundleInfo {
  /** The kind of board that it is for. */
  readonly compatible: string;
  readonly version: string;
  /** The commit it was made from; null when it is missing. */
  readonly build: string | null;
  /** The newest format of records that its program reads; null when it is missing. */
  readonly dataFormat: number | null;
}

/** One of the two systems on the card, by its name in the boot loader. */
export type Slot = string;

export interface SlotStatus {
  readonly compatible: string;
  /** The running one. */
  readonly booted: Slot;
  /** The one that starts next; null when none has any boot attempts. */
  readonly primary: Slot | null;
}

/** Most commas in the answers: a bundle has one image, a card two slots. */
const MAX_COMMAS = 2000;
const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+~-]{0,63}$/;
const SLOT = /^[\w.-]{1,32}$/;
const FORMAT = /^data-format=(\d{1,6})$/;

/**
 * Reads `rauc info --output-format=json`. The format of records is in the description, as `data-format=1`: older
 * releases of RAUC omit metadata from a bundle.
 */
export function readBundleInfo(text: string): Result<BundleInfo, string> {
  const { compatible, version, build, description } = recordIn(text);
  if (typeof compatible !== 'string' || typeof version !== 'string' || !VERSION.test(version)) {
    return failed('its manifest names no board or no version');
  }
  const [, dataFormat] = typeof description === 'string' ? (FORMAT.exec(description) ?? []) : [];
  return ok({
    compatible: shownRow(compatible),
    version,
    build: typeof build === 'string' && VERSION.test(build) ? build : null,
    dataFormat: dataFormat === undefined ? null : Number(dataFormat),
  });
}

/**
 * Reads `rauc status --output-format=json`: the booted slot is the one in the state `booted`, the next one is given by
 * its long name.
 */
export function readSlotStatus(text: string): Result<SlotStatus, string> {
  const { compatible, boot_primary: primary, slots } = recordIn(text);
  const known = (Array.isArray(slots) ? slots : []).flatMap((slot) => Object.entries(recordOf(slot)));
  const nameOf = (wanted: (name: string, state: unknown) => boolean): Slot | null => {
    const found = known.find(([name, slot]) => wanted(name, recordOf(slot)['state']));
    const bootname = recordOf(found?.[1])['bootname'];
    return typeof bootname === 'string' && SLOT.test(bootname) ? bootname : null;
  };
  const booted = nameOf((_, state) => state === 'booted');
  if (booted === null || typeof compatible !== 'string') return failed('it does not say which system runs');
  return ok({ compatible, booted, primary: nameOf((name) => name === primary) });
}

/** Progress output of `rauc install`. */
export type InstallRow =
  | { readonly kind: 'progress'; readonly percent: number; readonly message: string }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'other' };

/**
 * Reads a row of `rauc install`, such as ` 40% Checking bundle done.` or `LastError: …`; both are on standard output.
 */
export function readInstallRow(row: string): InstallRow {
  const [, percent, step] = /^(\d{1,3})% (.*)$/.exec(row) ?? [];
  if (percent !== undefined)
    return { kind: 'progress', percent: Math.min(100, Number(percent)), message: shownRow(step ?? '') };
  const [, error] = /^LastError: (.*)$/.exec(row) ?? [];
  return error === undefined ? { kind: 'other' } : { kind: 'error', message: shownRow(error) };
}

function recordIn(text: string): Readonly<Record<string, unknown>> {
  const parsed = parseJson(text, MAX_COMMAS);
  return parsed.ok ? recordOf(parsed.value) : {};
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
