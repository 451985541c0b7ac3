import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { failed, ok, type Result } from './result.js';

/** Below the service (nice). */
const NICENESS = 10;
/** How much of a command's output is kept, characters. */
const MAX_OUTPUT = 2000;
const COMPLAINT = /^kasirbox: (.*)$/gm;

export interface OwnCommand {
  /** Its words behind `kasirbox`. Everybody on the machine can read them. */
  readonly words: readonly string[];
  /** How long it may take, ms. */
  readonly timeLimit: number;
  /** Ends it when it is aborted. */
  readonly signal?: AbortSignal;
  /** Its standard input; nothing when left out. */
  readonly input?: Buffer;
}

/**
 * Runs `kasirbox …` as a process of its own, behind the service: what takes minutes of computing, what may hang, or what needs much
 * memory. Resolves when the process has ended, or at once when it is given up. The error is the sentence that the command printed.
 */
export async function runOwnCommand({ words, timeLimit, signal, input }: OwnCommand): Promise<Result<void, string>> {
  const late = AbortSignal.timeout(timeLimit);
  const limit = signal === undefined ? late : AbortSignal.any([signal, late]);
  const child = startOwnCommand(words, [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'], limit);
  if (child === undefined) return failed('there is too little memory, or too many files are open');
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-MAX_OUTPUT);
  });
  // It may end before it has read everything; its exit says why.
  child.stdin?.on('error', () => undefined).end(input);
  return new Promise((resolve) => {
    // A process that waits for a device does not end, even when it is killed.
    limit.addEventListener('abort', () => resolve(failed('it took too long, and was given up')), { once: true });
    child.on('close', (code, killed) => {
      const complaint = [...output.matchAll(COMPLAINT)].at(-1)?.[1];
      resolve(code === 0 ? ok(undefined) : failed(complaint ?? `it ended with ${killed ?? String(code)}`));
    });
  });
}

/** What becomes of its standard input, output and errors. */
type Streams = readonly ('ignore' | 'pipe')[];

/**
 * Starts `kasirbox …` as a process of its own, behind the service. Undefined: there is too little memory, or too many files are
 * open. It is killed when the signal is aborted.
 */
export function startOwnCommand(
  words: readonly string[],
  streams: Streams,
  signal: AbortSignal,
): ChildProcess | undefined {
  const args = [...process.execArgv, programPath(), ...words];
  try {
    // Node throws when memory is short, and gives no pipes when too many files are open.
    const child = spawn(process.execPath, args, { stdio: [...streams], signal });
    child.on('error', () => undefined);
    if (child.pid === undefined) return undefined;
    setPriority(child.pid, NICENESS);
    return child;
  } catch {
    return undefined;
  }
}

/** This program: the bundle, or its entry file in a source tree. */
function programPath(): string {
  const bundle = join(__dirname, 'kasirbox.cjs');
  return existsSync(bundle) ? bundle : join(__dirname, '..', 'main.ts');
}
