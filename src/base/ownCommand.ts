import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { withDeadline } from './clock.js';
import { isRecord } from './json.js';
import { defineMessages, type Message, verbatim } from './message.js';
import { failed, ok, type Result } from './result.js';

const MESSAGES = defineMessages('ownCommand', {
  noMemory: {
    en: 'there is not enough memory, or too many files are open',
    sr: 'нема довољно меморије, или је отворено превише датотека',
  },
  late: { en: 'it took too long and was stopped', sr: 'трајало је предуго, па је прекинуто' },
  ended: { en: 'it ended with {code}', sr: 'завршено је са {code}' },
});

/** Variable in the environment of a command that a service has started: it prints its refusal as JSON. */
export const FOR_SERVICE = 'KASIRBOX_FOR_SERVICE';

/** Lower priority than the service (nice). */
const NICENESS = 10;
/** Maximum output of a command that is stored, characters. */
const MAX_OUTPUT = 8000;
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
 * error is the message with which the command has ended.
 */
export function runOwnCommand({ timeLimit, signal, ...command }: OwnCommand): Promise<Result<void, Message>> {
  return withDeadline(timeLimit, signal, (limit) => runUntil(limit, command));
}

async function runUntil(
  limit: AbortSignal,
  { words, input }: Pick<OwnCommand, 'words' | 'input'>,
): Promise<Result<void, Message>> {
  const child = startOwnCommand(words, [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'], limit);
  if (child === undefined) return failed(MESSAGES.noMemory);
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-MAX_OUTPUT);
  });
  // It may end before reading everything; its exit code explains why.
  child.stdin?.on('error', () => undefined).end(input);
  return new Promise((resolve) => {
    // A process that waits for a device does not end even when killed.
    limit.addEventListener('abort', () => resolve(failed(MESSAGES.late)), { once: true });
    child.on('close', (code, killed) => {
      const complaint = [...output.matchAll(COMPLAINT)].at(-1)?.[1];
      if (code === 0) resolve(ok(undefined));
      else
        resolve(failed(complaint === undefined ? MESSAGES.ended({ code: killed ?? String(code) }) : read(complaint)));
    });
  });
}

/** The message in a line that a command has printed. */
function read(line: string): Message {
  try {
    const message: unknown = JSON.parse(line);
    return isRecord(message) && 'code' in message ? (message as unknown as Message) : verbatim(line);
  } catch {
    return verbatim(line);
  }
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
    const env = { ...process.env, [FOR_SERVICE]: '1' };
    const child = spawn(process.execPath, args, { stdio: [...streams], signal, env });
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
