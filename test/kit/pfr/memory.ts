import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import type { SignedReceipt } from './options.js';
import type { JsonObject } from './wire.js';

/** What a processor does not forget when its power fails. */
export interface Remembered extends SignedReceipt {
  readonly jid: string;
  /** Invoice and transaction type, which are counted by themselves. */
  readonly type: string;
  readonly answer: JsonObject;
}

/** Memory that outlives the process. */
export interface Memory {
  /** The entries stored before, in their order. */
  readonly load: () => readonly Remembered[];
  /** Returns when it is stored: before any answer. */
  readonly keep: (receipt: Remembered) => void;
}

/** A file of one line of JSON per receipt. It outlives the process, not the machine. */
export function fileMemory(path: string): Memory {
  return {
    load: () => (existsSync(path) ? wholeLines(path).map(read) : []),
    keep: (receipt) => appendFileSync(path, `${JSON.stringify({ ...receipt, body: receipt.body.toString() })}\n`),
  };
}

/** A kill may end a write in its middle: such a receipt was not signed, and the next one begins a line of its own. */
function wholeLines(path: string): string[] {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf('\n') + 1;
  truncateSync(path, end);
  return bytes.toString('utf8', 0, end).split('\n').slice(0, -1);
}

function read(line: string): Remembered {
  const kept = JSON.parse(line) as Omit<Remembered, 'body'> & { readonly body: string };
  return { ...kept, body: Buffer.from(kept.body) };
}
