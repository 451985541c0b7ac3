import { spawn } from 'node:child_process';
import { failed, ok, printableRow, type Result } from '../../base/index.js';

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
export function runProgram({ program, args, timeLimit, onRow, signal }: ProgramRun): Promise<Result<string, string>> {
  return new Promise((resolve) => {
    const late = AbortSignal.timeout(timeLimit);
    const limit = signal === undefined ? late : AbortSignal.any([late, signal]);
    // A program that waits for a device does not end, even when it is killed.
    limit.addEventListener('abort', () => resolve(failed('it took too long, and was given up')), { once: true });
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
export function shownRow(row: string): string {
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
