import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

export interface Ended {
  /** Ended by itself with 0. */
  readonly green: boolean;
  readonly output: string;
  /** Was ended, because it took longer than it may. */
  readonly late: boolean;
}

/** What uvu prints of a test that fails, as soon as it does. */
const FAILED = '✘';

/** How long what a process has started may outlive it. */
const LEFTOVER_GRACE_MS = 5000;

const running = new Set<number>();

/** Ends a process and all that it started; a group that is gone already is fine. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Ctrl-C ends what runs, with all that it started. */
export function endWithSignals(last: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const pid of running) killGroup(pid);
      last();
      process.exit(1);
    });
  }
}

/** Runs Node with arguments, at most `seconds`; the first test that fails ends it, with all that it started. */
export function runTests(
  args: readonly string[],
  cwd: string,
  seconds: number,
  env: NodeJS.ProcessEnv,
  listen: (text: string) => void = () => undefined,
): Promise<Ended> {
  return new Promise((done, fail) => {
    const environment: NodeJS.ProcessEnv = { ...process.env, FORCE_COLOR: '0', ...env };
    delete environment['NO_COLOR'];
    const child = spawn(process.execPath, args, {
      cwd,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    child.on('error', fail);
    const { pid } = child;
    if (pid === undefined) return;
    running.add(pid);
    let output = '';
    let late = false;
    const end = (): void => {
      late = true;
      killGroup(pid);
    };
    let timer = setTimeout(end, seconds * 1000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        listen(text);
        if (text.includes(FAILED)) killGroup(pid);
      });
    }
    child.on('exit', () => {
      clearTimeout(timer);
      timer = setTimeout(end, LEFTOVER_GRACE_MS);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      killGroup(pid);
      running.delete(pid);
      done({ green: code === 0 && !late && !output.includes(FAILED), output: stripVTControlCharacters(output), late });
    });
  });
}
