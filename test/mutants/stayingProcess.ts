import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tree } from './tree.js';

/** What a test file says of a mutant: `late` where it had to be ended, `failed` also where its process died. */
export type Outcome = 'green' | 'failed' | 'late';

const STAY = join(import.meta.dirname, 'stay.cjs');
/** What loading the whole box may take on a busy machine. */
const START_MS = 60_000;
/** A file may end what it has begun after its first failure; then its process can be used again. */
const AFTER_FAILURE_MS = 1500;
/** What tests leave behind adds up. */
const MAX_RUNS = 150;

interface Answer {
  readonly green: boolean;
}

/**
 * Runs test files of a tree in a process that stays (stay.cjs), which loads the source once. It is started when the
 * first file is run, and anew after it had to be ended.
 */
export class StayingProcess {
  private child: ChildProcess | undefined;
  private temporary = '';
  private runs = 0;
  /** How many processes have ended. */
  ends = 0;

  constructor(private readonly tree: Tree) {}

  /**
   * Runs a file with a mutant, null for none, at most so many seconds. After `late`, and where the process died, the
   * next one is fresh.
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

  /** Ends the process with all that it started. */
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

/** `ended`: a test failed, and the file came to its end; `died`: it failed, and the process is of no more use. */
async function answerOf(
  child: ChildProcess,
  asked: { readonly file: string; readonly mutant: string | null },
  most: number,
): Promise<'green' | 'ended' | 'died' | 'late'> {
  return new Promise((done) => {
    const finish = (outcome: 'green' | 'ended' | 'died' | 'late'): void => {
      clearTimeout(timer);
      child.off('message', hear).off('exit', died);
      done(outcome);
    };
    const hear = (said: Answer | 'failed'): void => {
      if (said === 'failed') {
        clearTimeout(timer);
        timer = setTimeout(() => finish('died'), AFTER_FAILURE_MS);
      } else finish(said.green ? 'green' : 'ended');
    };
    const died = (): void => finish('died');
    let timer = setTimeout(() => finish('late'), most);
    child.on('message', hear).once('exit', died);
    child.send(asked);
  });
}
