import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { failed, ok, type Result } from '../../base/result.js';
import { frame, FrameReader } from './frames.js';

/** `crashed`: the process ended without an answer; `late`: it gave none in time and was killed. */
export type DrawingFailure = 'crashed' | 'late';

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** One drawing process, which answers one question at a time. */
export class DrawingProcess {
  readonly #child: Child | undefined;
  readonly #reader = new FrameReader();
  #answer: (result: Result<Buffer, DrawingFailure>) => void = () => undefined;
  #alive = true;

  /** Starts Node with these arguments; a start that fails is a crash of the first question. */
  constructor(args: readonly string[]) {
    const child = started(args);
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
    // A process that is gone says so by its exit.
    child.stdin.on('error', () => undefined);
  }

  get alive(): boolean {
    return this.#alive;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Asks once the last question is answered. After a failure the process is of no more use. */
  async ask(question: Uint8Array, limitMs: number): Promise<Result<Buffer, DrawingFailure>> {
    const stdin = this.#child?.stdin;
    if (!this.#alive || stdin === undefined) return failed('crashed');
    const result = await new Promise<Result<Buffer, DrawingFailure>>((resolve) => {
      const timer = setTimeout(() => resolve(failed('late')), limitMs);
      this.#answer = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      stdin.write(frame(question));
    });
    if (!result.ok) this.kill();
    return result;
  }

  /** Lets it end by itself. */
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
      this.kill(); // whatever speaks there, it is no drawing process
    }
  }
}

/** Node throws where the memory is short, and leaves out the pipes where too many files are open. */
function started(args: readonly string[]): Child | undefined {
  try {
    const child = spawn(process.execPath, [...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.on('error', () => undefined);
    return (child.stdin as Writable | undefined) === undefined ? undefined : child;
  } catch {
    return undefined;
  }
}
