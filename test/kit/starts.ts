import { DATA_START, segmentNumber } from '../../src/platform/ledger/segment.js';
import type { State } from './disk/powerCut.js';
import { endOfLog, readLog } from './log.js';

/** Non-zero bytes after the end of the log, after a start: they could become valid under later records. */
export function dirtBehind(state: State): string | undefined {
  const end = endOfLog(state);
  for (const [path, bytes] of state) {
    const number = numberOf(path);
    if (bytes === 'folder' || number === undefined || number < end.segment) continue;
    const from = number === end.segment ? end.offset : DATA_START;
    if (!isZero(bytes.subarray(from))) return `${path} is not clear behind ${from}`;
  }
  return undefined;
}

/**
 * What else than itself a start has left on a disk where a start had been before. It may add one record, in what were
 * zeros or nothing, and lay zeros and a spare segment ready; all that was there is there, byte for byte.
 */
export function moreThanAStart(before: State, after: State): string | undefined {
  const [from, to] = [endOfLog(before), endOfLog(after)];
  const added = readLog(after).slice(readLog(before).length);
  if (added.length !== 1 || added[0]?.type !== 'open') return `it recorded ${added.map(({ type }) => type).join(', ')}`;
  for (const [path, bytes] of before) {
    const now = after.get(path);
    if (now === undefined || bytes === 'folder' || now === 'folder') {
      if (now !== bytes) return `${path} has changed`;
      continue;
    }
    const number = numberOf(path);
    const start = number === to.segment ? (number === from.segment ? from.offset : DATA_START) : bytes.length;
    const end = number === to.segment ? to.offset : bytes.length;
    const same = now.subarray(0, start).equals(bytes.subarray(0, start)) && isZero(now.subarray(end));
    if (now.length < bytes.length || !same) return `${path} has changed`;
  }
  const made = [...after.keys()].find((path) => !before.has(path) && numberOf(path) === undefined);
  return dirtBehind(after) ?? (made === undefined ? undefined : `${made} was made`);
}

function numberOf(path: string): number | undefined {
  return segmentNumber(path.slice(path.lastIndexOf('/') + 1));
}

const ZEROS = Buffer.alloc(64 * 1024);

function isZero(bytes: Buffer): boolean {
  return bytes.equals(ZEROS.subarray(0, bytes.length));
}
