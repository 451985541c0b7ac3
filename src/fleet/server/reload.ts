import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { failed, isRecord, ok, type Result } from '../../base/index.js';

/** How a server on this machine is told that its configuration has changed. */
export interface Reloading {
  /** Holds the number of its process. */
  readonly pidFile: string;
  /** Where it tells what it does: `http://127.0.0.1:8222`. */
  readonly monitor: string;
}

/** How long it may take until the new configuration holds, ms: 20 s with 100,000 users. */
const PATIENCE = 120_000;
const LOOK_EVERY = 50;

/**
 * Has the server read its configuration again, and waits until it has: users that are no longer there are cut off then. Gives
 * false where no server runs on this machine. The error is an English sentence.
 */
export async function reloadServer({ pidFile, monitor }: Reloading): Promise<Result<boolean, string>> {
  const pid = await runningAt(pidFile);
  if (pid === undefined) return ok(false);
  const before = await loadedAt(monitor);
  if (before === undefined) return failed(`nats-server (process ${pid}) does not answer at ${monitor}/varz`);
  try {
    // What `nats-server --signal reload` sends.
    process.kill(pid, 'SIGHUP');
  } catch (error) {
    return failed(`nats-server (process ${pid}) cannot be told: ${error instanceof Error ? error.message : ''}`);
  }
  const end = performance.now() + PATIENCE;
  while (performance.now() < end) {
    const now = await loadedAt(monitor);
    if (now !== undefined && now !== before) return ok(true);
    await delay(LOOK_EVERY);
  }
  return failed('nats-server has not taken its new configuration; its log says why (journalctl -u nats-server)');
}

/** A file that a crash has left may name a process that is something else now. */
async function runningAt(pidFile: string): Promise<number | undefined> {
  try {
    const pid = Number((await readFile(pidFile, 'utf8')).trim());
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    return name.trim() === 'nats-server' ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** When it has read its configuration, as it writes it; undefined: no answer. */
async function loadedAt(monitor: string): Promise<string | undefined> {
  try {
    const answer: unknown = await (await fetch(`${monitor}/varz`, { signal: AbortSignal.timeout(PATIENCE) })).json();
    const time = isRecord(answer) ? answer['config_load_time'] : undefined;
    return typeof time === 'string' ? time : undefined;
  } catch {
    return undefined;
  }
}
