import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { failed, ok, type Result } from '../../../base/index.js';
import { frame, FrameReader } from './frames.js';

/** `crashed`: the process ended without an answer; `late`: it did not answer in time and was killed. */
export type DrawingFailure = 'crashed' | 'late';

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** A drawing process, which serves one request at a time. */
export class DrawingProcess {
  readonly #child: Child | undefined;
  readonly #reader = new FrameReader();
  #answer: (result: Result<Buffer, DrawingFailure>) => void = () => undefined;
  #alive = true;

  /** Starts Node with these arguments. A failed start counts as a crash in the first request. */
  constructor(args: readonly string[]) {
    const child = spawnChild(args);
    this.#child = child;
    if (child === undefined) {
      this.#alive = false;
      return;
    }
    const gone = (): void => {
      this.#alive = false;
      this.#answer(failed('crashed'));
    };
    child.on('error', gone).on('exit', gone);
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    // The exit of the process reports this already.
    child.stdin.on('error', () => undefined);
  }

  get alive(): boolean {
    return this.#alive;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Call it only after the last request has ended. After a failure the process cannot be used again. */
  async ask(request: Uint8Array, limitMs: number): Promise<Result<Buffer, DrawingFailure>> {
    const stdin = this.#child?.stdin;
    if (!this.#alive || stdin === undefined) return failed('crashed');
    const result = await new Promise<Result<Buffer, DrawingFailure>>((resolve) => {
      const timer = setTimeout(() => resolve(failed('late')), limitMs);
      this.#answer = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      stdin.write(frame(request));
    });
    if (!result.ok) this.kill();
    return result;
  }

  /** Closes its input, so that it exits by itself. */
  end(): void {
    this.#alive = false;
    this.#child?.stdin.end();
  }

  kill(): void {
    this.#alive = false;
    this.#child?.kill('SIGKILL');
  }

  #read(chunk: Buffer): void {
    try {
      for (const bytes of this.#reader.push(chunk)) this.#answer(ok(bytes));
    } catch {
      this.kill(); // not the output of a drawing process
    }
  }
}

/** Node throws when memory is short, and creates no pipes when too many files are open. */
function spawnChild(args: readonly string[]): Child | undefined {
  try {
    const child = spawn(process.execPath, [...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.on('error', () => undefined);
    return (child.stdin as Writable | undefined) === undefined ? undefined : child;
  } catch {
    return undefined;
  }
}
