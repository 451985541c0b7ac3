import { setTimeout as delay } from 'node:timers/promises';
import type { Ask, OperationName, Reply } from '../admin/operations.js';
import { perform } from '../admin/operations.js';
import { askService } from '../admin/socket.js';
import { silentLog } from '../base/log.js';
import { DiskError } from '../base/disk.js';
import { failed, ok } from '../base/result.js';
import { BoxCore } from '../core.js';

/** How often, and how far apart (ms), a folder is tried whose holder does not answer yet. */
const TRIES = 50;
const PAUSE = 200;

/** What to do about a folder of a restore that was cut short. */
export function unfinished(folder: string): string {
  return `${folder} is left from a restore that was cut short. Run it again: kasirbox restore FILE --data ${folder}`;
}

/** What only looks, and so leaves no trace in the log of a stopped box. */
const LOOKS: readonly OperationName[] = [
  'keys.list',
  'settings.show',
  'certificate.show',
  'pfr.status',
  'pfr.open',
  'print.printers',
  'print.jobs',
  'print.ticket',
  'queue.list',
  'queue.show',
  'notify.test',
  'doctor',
  'items.check',
  'items.export',
  'safe-mode.show',
  'ledger.end',
];

/** Asks a box. The error is an English sentence. */
export type Asker = <N extends OperationName>(name: N, question: Ask<N>) => Promise<Reply<N>>;

/** Opens the box that lies in a folder, for as long as `work` asks it. Fails when another process holds it. */
async function hold<T>(folder: string, readOnly: boolean, work: (ask: Asker) => Promise<T>) {
  const core = await BoxCore.open({ folder, now: Date.now, log: silentLog, readOnly });
  if (!core.ok) return core;
  try {
    const { ledger, keys, settings, catalogue, certificates, processors, till } = core.value;
    const { printing, safeMode, notifier } = core.value;
    const faces = { printing, health: core.value.health(), safeMode, notifier };
    const parts = { ledger, keys, settings, catalogue, certificates, processors, till, ...faces };
    return ok(await work((name, question) => perform(parts, name, question)));
  } finally {
    await core.value.close();
  }
}

/** One answer of a service is waited for so long by those who ask for many, ms. */
const PATIENCE = 20_000;

/**
 * Looks at a box that may be in any state, by several questions: at the service that runs on the folder, or else at the
 * folder. Where neither can be asked, each answer is the reason.
 */
export async function lookAround<T>(folder: string, work: (ask: Asker, isServed: boolean) => Promise<T>): Promise<T> {
  const gone = failed('The running service has stopped meanwhile.');
  const served = await askService(folder, 'ledger.end', {});
  if (served !== undefined) {
    return work(async (name, question) => (await askService(folder, name, question, PATIENCE)) ?? gone, true);
  }
  const held = await hold(folder, true, (ask) => work(ask, false)).catch((error: unknown) => {
    if (!(error instanceof DiskError)) throw error;
    return failed(error.message);
  });
  if (held.ok) return held.value;
  const reasons: Readonly<Record<string, string>> = {
    locked: `Another process holds ${folder} and does not answer.`,
    unfinished: unfinished(folder),
  };
  const reason = failed(reasons[held.error] ?? held.error);
  return work(async () => reason, false);
}

/**
 * Has an operation done by the service that runs on the folder, or else in this process, which then holds the folder.
 * A service that is just starting is waited for.
 */
export async function ask<N extends OperationName>(folder: string, name: N, question: Ask<N>): Promise<Reply<N>> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const reply = await askService(folder, name, question);
    if (reply !== undefined) return reply;
    const held = await hold(folder, LOOKS.includes(name), (perform) => perform(name, question));
    if (held.ok) return held.value;
    if (held.error === 'unfinished') return failed(unfinished(folder));
    await delay(PAUSE);
  }
  return failed(`Another process holds ${folder} and does not answer. Is a service starting or hanging there?`);
}
