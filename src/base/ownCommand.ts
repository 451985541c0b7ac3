import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { failed, ok, type Result } from './result.js';

/** Lower priority than the service (nice). */
const NICENESS = 10;
/** Maximum output of a command that is stored, characters. */
const MAX_OUTPUT = 2000;
const COMPLAINT = /^kasirbox: (.*)$/gm;

interface OwnCommand {
  /** Arguments after `kasirbox`. Every user of the machine can read them. */
  readonly words: readonly string[];
  /** Time limit, ms. */
  readonly timeLimit: number;
  /** Ends the command when aborted. */
  readonly signal?: AbortSignal;
  /** Its standard input; empty by default. */
  readonly input?: Buffer;
}

/**
 * Runs `kasirbox …` as a separate process with lower priority than the service, for work that takes minutes of
 * computing, may hang, or needs much memory. Resolves when the process has ended, or at once when it is aborted. The
 * error is the message that the command printed.
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
  // It may end before reading everything; its exit code explains why.
  child.stdin?.on('error', () => undefined).end(input);
  return new Promise((resolve) => {
    // A process that waits for a device does not end even when killed.
    limit.addEventListener('abort', () => resolve(failed('it took too long, and was given up')), { once: true });
    child.on('close', (code, killed) => {
      const complaint = [...output.matchAll(COMPLAINT)].at(-1)?.[1];
      resolve(code === 0 ? ok(undefined) : failed(complaint ?? `it ended with ${killed ?? String(code)}`));
    });
  });
}

/** How its standard input, output and error are connected. */
type Streams = readonly ('ignore' | 'pipe')[];

/**
 * Starts `kasirbox …` as a separate process with lower priority than the service. Undefined: there is too little
 * memory, or too many files are open. Aborting the signal kills it.
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

/** The path of this program: the bundle, or its entry file in a source tree. */
function programPath(): string {
  const bundle = join(__dirname, 'kasirbox.cjs');
  return existsSync(bundle) ? bundle : join(__dirname, '..', 'programs', 'main.ts');
}
