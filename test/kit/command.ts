import { AsyncLocalStorage } from 'node:async_hooks';
import { openSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { endOf } from '../../src/programs/cli/program.js';
import { run } from '../../src/programs/cli/run.js';
import type { CommandOptions as ProcessOptions, Ended } from './process.js';

export type CommandOptions = Pick<ProcessOptions, 'input' | 'env' | 'killAfter'>;

/** What a command has of a process. */
interface Surroundings {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: NodeJS.ProcessEnv;
}

const running = new AsyncLocalStorage<Surroundings>();

/** From now on a command that runs here finds its own surroundings, and everybody else those of this process. */
function give(name: keyof Surroundings): void {
  const usual = Object.getOwnPropertyDescriptor(process, name);
  if (usual === undefined) throw new Error(`no process.${name}`);
  const own = (): unknown => (usual.get === undefined ? usual.value : usual.get.call(process));
  let real: unknown;
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get: () => running.getStore()?.[name] ?? real ?? own(),
    // As uvu and tests of a whole environment set it.
    set: (other: unknown) => (real = other),
  });
}
for (const name of ['stdin', 'stdout', 'stderr', 'env'] as const) give(name);

/**
 * What a command finds where it asks about its standard output itself: no file, as a pipe is none. That of this process
 * may be a file, where the output of the tests is kept.
 */
const NO_FILE = openSync('/dev/null', 'w');

/** Keeps what is written. */
function listener(): { readonly stream: Writable; readonly text: () => string } {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  return { stream: Object.assign(stream, { fd: NO_FILE }), text: () => Buffer.concat(pieces).toString() };
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** How many commands run at this moment. */
let count = 0;
/** Puts back what is of the whole process, when the last of them has ended. */
let putBack = (): void => undefined;

function begin(): void {
  count += 1;
  if (count > 1) return;
  const mask = process.umask(0o022);
  process.umask(mask);
  const heard = SIGNALS.map((name) => [name, process.rawListeners(name)] as const);
  putBack = () => {
    process.umask(mask);
    for (const [name, before] of heard) {
      for (const one of process.rawListeners(name)) {
        if (!before.includes(one)) process.off(name, one as () => void);
      }
    }
  };
}

function end(): void {
  count -= 1;
  if (count === 0) putBack();
}

/**
 * Runs `kasirbox ARGS` to its end in this process, from the sources: it has standard input, output, error and an environment of its own.
 * Many may run at once. Rejects with what a process would die of. `killAfter` only gives it up.
 *
 * What only a process has is tested with one: signals, a terminal, another user, a working folder, KASIRBOX_DATA, which is read as the
 * program is loaded, and that it ends when the command has. `processes.test.ts` has one of each command.
 */
export async function kasirbox(
  args: readonly string[],
  { input = '', env, killAfter }: CommandOptions = {},
): Promise<Ended> {
  const [stdout, stderr] = [listener(), listener()];
  const bytes = Buffer.from(input);
  const surroundings = {
    stdin: Readable.from(bytes.length === 0 ? [] : [bytes], { objectMode: false }),
    ...{ stdout: stdout.stream, stderr: stderr.stream },
    env: { ...process.env, ...env },
  };
  begin();
  const late = new AbortController();
  const limit = killAfter === undefined ? undefined : setTimeout(() => late.abort(), killAfter);
  try {
    const code = await Promise.race([
      running.run(surroundings, () => endOf(run, args)),
      new Promise<null>((done) => late.signal.addEventListener('abort', () => done(null))),
    ]);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    clearTimeout(limit);
    end();
  }
}
