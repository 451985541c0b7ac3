import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';

/** Below the service (nice). */
const NICENESS = 10;

/**
 * Runs a command of this program as a process of its own, behind the till; its complaints come out of `stderr`. Undefined: there is
 * too little memory, or too many files are open. It is killed when the signal is aborted.
 */
export function runOwnCommand(
  command: readonly string[],
  output: 'pipe' | 'ignore',
  signal: AbortSignal,
): ChildProcess | undefined {
  const args = [...process.execArgv, programPath(), ...command];
  try {
    // Node throws when memory is short, and gives no pipes when too many files are open.
    const child = spawn(process.execPath, args, { stdio: ['ignore', output, 'pipe'], signal });
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
