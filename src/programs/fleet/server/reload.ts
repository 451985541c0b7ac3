import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bilingual, failed, isRecord, ok, readWhole, type Result } from '../../../base/index.js';
import { SHARED_DISK } from './accounts.js';

/** How to make a server on this machine reload its configuration. */
interface Reloading {
  /** File with the server's process id. */
  readonly pidFile: string;
  /** Address of the server's monitoring: `http://127.0.0.1:8222`. */
  readonly monitor: string;
}

/** How long the new configuration may take to apply, ms: minutes with 100,000 boxes. */
const PATIENCE = 600_000;
/** Pause between two checks, ms. */
const [MIN_PAUSE, MAX_PAUSE] = [50, 2000];

/**
 * Makes the server reload its configuration, and waits until it has. Removed users are disconnected then. Returns false
 * where no server runs on this machine.
 */
export async function reloadServer(server: Reloading): Promise<Result<boolean, Bilingual>> {
  const pid = await runningAt(server.pidFile);
  return pid === undefined ? ok(false) : reload(pid, server.monitor);
}

/**
 * Reloads after an account was added. Its imports work only once the server has read it twice: since nats-server 2.9.10
 * (`configureAccounts`), a running server subscribes for a new account at the next reload.
 */
export async function reloadForNew(server: Reloading): Promise<Result<boolean, Bilingual>> {
  const first = await reloadServer(server);
  return first.ok && first.value ? reloadServer(server) : first;
}

async function reload(pid: number, monitor: string): Promise<Result<true, Bilingual>> {
  const before = await loadedAt(monitor);
  if (before === undefined)
    return failed({
      sr: `nats-server (процес ${pid}) не одговара на ${monitor}/varz`,
      en: `nats-server (process ${pid}) does not answer at ${monitor}/varz`,
    });
  try {
    // The signal that `nats-server --signal reload` sends.
    process.kill(pid, 'SIGHUP');
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    return failed({
      sr: `сигнал не стиже до nats-server (процес ${pid}): ${reason}`,
      en: `nats-server (process ${pid}) cannot be signalled: ${reason}`,
    });
  }
  const end = performance.now() + PATIENCE;
  while (performance.now() < end) {
    const begun = performance.now();
    const now = await loadedAt(monitor);
    if (now !== undefined && now !== before) return ok(true);
    // To answer, a server iterates over all its accounts. The pause leaves most of its time for the reload.
    await delay(Math.min(MAX_PAUSE, Math.max(MIN_PAUSE, 10 * (performance.now() - begun))));
  }
  return failed({
    sr: 'nats-server није преузео ново подешавање; разлог је у његовом дневнику: journalctl -u nats-server',
    en: 'nats-server has not loaded the new configuration; its log shows why: journalctl -u nats-server',
  });
}

/** A file left by a crash may contain the id of another process. */
async function runningAt(pidFile: string): Promise<number | undefined> {
  try {
    const pid = Number((await readFile(pidFile, 'utf8')).trim());
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    return name.trim() === 'nats-server' ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** When the server has read its configuration, as text; undefined: no answer. */
async function loadedAt(monitor: string): Promise<string | undefined> {
  try {
    const answer: unknown = await (await fetch(`${monitor}/varz`, { signal: AbortSignal.timeout(PATIENCE) })).json();
    const time = isRecord(answer) ? answer['config_load_time'] : undefined;
    return typeof time === 'string' ? time : undefined;
  } catch {
    return undefined;
  }
}

/** The facts about the server that commands need, in a file of its folder. */
export interface ServerFacts extends Reloading {
  /** The address for boxes: `tls://nats.example.rs:4222`. */
  readonly url: string;
}

export function factsFile(folder: string): string {
  return join(folder, 'server.json');
}

/** The certificate that boxes trust. */
export function caFile(folder: string): string {
  return join(folder, 'ca.pem');
}

export function noServer(folder: string): Bilingual {
  return {
    sr: `у ${folder} нема сервера; прво: kasirbox fleet init`,
    en: `${folder} has no server; first run: kasirbox fleet init`,
  };
}

export async function readFacts(folder: string): Promise<Result<ServerFacts, Bilingual>> {
  const path = factsFile(folder);
  const bytes = await readWhole(SHARED_DISK, path);
  if (bytes === null) return failed(noServer(folder));
  try {
    const facts: unknown = JSON.parse(bytes.toString());
    const { url, pidFile, monitor } = isRecord(facts) ? facts : {};
    if (typeof url === 'string' && typeof pidFile === 'string' && typeof monitor === 'string')
      return ok({ url, pidFile, monitor });
  } catch {
    // Reported below.
  }
  return failed({
    sr: `${path} није како је уписује kasirbox fleet; прво је исправите`,
    en: `${path} is not as kasirbox fleet writes it; correct it first`,
  });
}
