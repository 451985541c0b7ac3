import { fstatSync, writeSync } from 'node:fs';
import { jsonLog, type Log, type UtcMs } from '../../../base/index.js';

const STANDARD_OUTPUT = 1;

/**
 * The log of a service, on standard output. That may be a file on a full disk, a pipe whose reader has exited, or a
 * closed terminal. Lines are then lost without further harm. Once a file accepts lines again, the log states how many
 * are missing.
 */
export function serviceLog(now: () => UtcMs): Log {
  surviveOutput();
  if (!fstatSync(STANDARD_OUTPUT).isFile()) return jsonLog((line) => process.stdout.write(line), now);
  const put = fileWriter(STANDARD_OUTPUT);
  let lost = 0;
  const tellLost = jsonLog((line) => {
    if (put(line)) lost = 0;
  }, now);
  return jsonLog((line) => {
    if (lost > 0) tellLost('log.lost', { lines: lost });
    if (lost > 0 || !put(line)) lost += 1;
  }, now);
}

/** A command ends when its output cannot be written; a service continues. Node writes warnings to standard error. */
function surviveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error').on('error', () => undefined);
  }
}

/**
 * Writes whole lines to a file; false when a line could not be written. The streams of Node do not notice what a full
 * disk cuts off.
 */
function fileWriter(file: number): (line: string) => boolean {
  let isCutOff = false;
  return (line) => {
    const bytes = Buffer.from(isCutOff ? `\n${line}` : line);
    try {
      const written = writeSync(file, bytes);
      if (written > 0) isCutOff = written < bytes.length;
      return written === bytes.length;
    } catch {
      // Full, removed or damaged: there is no other place to report it.
      return false;
    }
  };
}
