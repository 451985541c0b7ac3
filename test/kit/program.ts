import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { RUN_TYPESCRIPT } from './typescript.js';

const children = new Set<ChildProcess>();

/** A program of the kit that a person starts by `npm run`, started for real: typed to, and read line by line. */
export class Program {
  private readonly child: ChildProcess;
  private readonly lines: string[] = [];
  private readonly listeners = new Set<() => void>();
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;

  /** `main` is the path of its TypeScript file. */
  constructor(main: string, ...args: readonly string[]) {
    const child = spawn(process.execPath, [...RUN_TYPESCRIPT, main, ...args]);
    this.child = child;
    children.add(child);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.lines.push(line);
      for (const look of this.listeners) look();
    });
    this.ended = new Promise((done) => child.once('close', (code) => done({ code, stderr })));
    void this.ended.then(() => this.listeners.forEach((look) => look()));
  }

  /** Ends all that a failed test has left behind; for `test.after`. */
  static killAll(): void {
    for (const child of children) child.kill('SIGKILL');
  }

  /** The rest of the first line that begins with `start`. */
  async says(start: string): Promise<string> {
    return new Promise((found, fail) => {
      const look = (): void => {
        const line = this.lines.find((one) => one.includes(start));
        if (line !== undefined) found(line.slice(line.indexOf(start) + start.length));
        else if (this.child.exitCode !== null) fail(new Error(`it ended without "${start}"`));
      };
      this.listeners.add(look);
      look();
    });
  }

  type(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  end(signal: NodeJS.Signals = 'SIGTERM') {
    this.child.kill(signal);
    return this.ended;
  }
}
