import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tree } from './tree.js';

/** How a test file ended with a mutant. `late`: it exceeded its limit; `failed`: a test failed, or the process died. */
export type Outcome = 'green' | 'failed' | 'late';

const STAY = join(import.meta.dirname, 'stay.cjs');
/** Time that loading the whole box may take on a busy machine. */
const START_MS = 60_000;
/** Time a file has to clean up after its first failure, so that its process can be used again. */
const AFTER_FAILURE_MS = 1500;
/** Runs after which a process is replaced, since leftovers of tests accumulate. */
const MAX_RUNS = 150;

interface Answer {
  readonly green: boolean;
}

/**
 * Runs test files of a tree in one reused process (stay.cjs), which loads the source once. The first run starts it, and
 * so does the next run after it has ended.
 */
export class StayingProcess {
  private child: ChildProcess | undefined;
  private temporary = '';
  private runs = 0;
  /** Number of processes that have ended. */
  ends = 0;

  constructor(private readonly tree: Tree) {}

  /**
   * Runs a file with a mutant (null: none) for at most `seconds`. After `late`, or when the process died, the next run
   * starts a new process.
   */
  async run(file: string, mutant: string | null, seconds: number): Promise<Outcome> {
    if (this.runs >= MAX_RUNS) this.end();
    const child = (this.child ??= await this.start());
    this.runs += 1;
    const outcome = await answerOf(child, { file, mutant }, seconds * 1000);
    if (outcome !== 'green' && outcome !== 'ended') this.end();
    if (outcome === 'green' || outcome === 'late') return outcome;
    return 'failed';
  }

  /** Ends the process and every process it started. */
  end(): void {
    const pid = this.child?.pid;
    this.child = undefined;
    this.runs = 0;
    this.ends += 1;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
    rmSync(this.temporary, { recursive: true, force: true, maxRetries: 5 });
  }

  private async start(): Promise<ChildProcess> {
    // Short, as the path of a socket may have 107 bytes.
    this.temporary = mkdtempSync(join(tmpdir(), 'm-'));
    const { NO_COLOR: _ignored, ...environment } = process.env;
    const child = spawn(process.execPath, ['--require', join(this.tree.root, 'test/runner/register.cjs'), STAY], {
      cwd: this.tree.root,
      env: { ...environment, FORCE_COLOR: '0', TMPDIR: this.temporary },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      detached: true,
    });
    await once(child, 'message', { signal: AbortSignal.timeout(START_MS) });
    return child;
  }
}

/** `ended`: a test failed and the file ended; `died`: a test failed and the process cannot be used again. */
async function answerOf(
  child: ChildProcess,
  request: { readonly file: string; readonly mutant: string | null },
  maxMs: number,
): Promise<'green' | 'ended' | 'died' | 'late'> {
  return new Promise((done) => {
    const finish = (outcome: 'green' | 'ended' | 'died' | 'late'): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      done(outcome);
    };
    const onMessage = (message: Answer | 'failed'): void => {
      if (message === 'failed') {
        clearTimeout(timer);
        timer = setTimeout(() => finish('died'), AFTER_FAILURE_MS);
      } else finish(message.green ? 'green' : 'ended');
    };
    const onExit = (): void => finish('died');
    let timer = setTimeout(() => finish('late'), maxMs);
    child.on('message', onMessage).once('exit', onExit);
    child.send(request);
  });
}
