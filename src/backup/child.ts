import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { failed, ok, type Result } from '../base/result.js';
import { type BackupSetting, DEFAULT_KEEP } from '../settings/backup.js';

/** Below everything that sells (nice). */
const NICENESS = 10;
/** What is kept of what the command says, characters. */
const SAID = 2000;
/** Ten years of receipts take minutes; a stick on which it takes longer than this is dying, ms. */
const PATIENCE = 2 * 60 * 60 * 1000;
const COMPLAINT = /^kasirbox: (.*)$/gm;

/**
 * Has `kasirbox backup --into FOLDER` done by a process of its own: reading and encrypting years of receipts takes minutes of
 * computing, and a stick may hang. Resolves when it has ended, or at once when the signal says so. The error is the sentence
 * with which it complained.
 */
export async function backupInChild(
  folder: string,
  { folder: shelf, keep = DEFAULT_KEEP }: BackupSetting,
  signal: AbortSignal,
): Promise<Result<void, string>> {
  const command = ['backup', '--into', shelf, '--keep', String(keep), '--data', folder];
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  const child = started([...process.execArgv, programPath(), ...command], limit);
  if (child === undefined) return failed('there is too little memory, or too many files are open');
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID);
  });
  return new Promise((resolve) => {
    // A process that waits for a device does not end, whatever it is sent.
    limit.addEventListener('abort', () => resolve(failed('it took too long, and was given up')), { once: true });
    child.on('close', (code, killed) => {
      const complaint = [...said.matchAll(COMPLAINT)].at(-1)?.[1];
      resolve(code === 0 ? ok(undefined) : failed(complaint ?? `it ended with ${killed ?? String(code)}`));
    });
  });
}

/** Node throws where the memory is short, and leaves out the pipes where too many files are open. */
function started(args: readonly string[], signal: AbortSignal): ChildProcess | undefined {
  try {
    const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'ignore', 'pipe'], signal });
    child.on('error', () => undefined);
    if (child.pid === undefined) return undefined;
    setPriority(child.pid, NICENESS);
    return child;
  } catch {
    return undefined;
  }
}

/** This program: the bundle, or in a source tree its first source. */
function programPath(): string {
  const bundle = join(__dirname, 'kasirbox.cjs');
  return existsSync(bundle) ? bundle : join(__dirname, '..', 'main.ts');
}
