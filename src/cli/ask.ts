import { setTimeout as delay } from 'node:timers/promises';
import type { Ask, OperationName, Reply } from '../admin/operations.js';
import { perform } from '../admin/operations.js';
import { askService } from '../admin/socket.js';
import { silentLog } from '../base/log.js';
import { failed } from '../base/result.js';
import { BoxCore } from '../box.js';

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
  'doctor',
  'items.check',
  'items.export',
  'ledger.end',
];

/**
 * Has an operation done by the service that runs on the folder, or else in this process, which then holds the folder.
 * A service that is just starting is waited for.
 */
export async function ask<N extends OperationName>(folder: string, name: N, question: Ask<N>): Promise<Reply<N>> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const reply = await askService(folder, name, question);
    if (reply !== undefined) return reply;
    const core = await BoxCore.open({ folder, now: Date.now, log: silentLog, readOnly: LOOKS.includes(name) });
    if (core.ok) {
      try {
        const { ledger, keys, settings, catalogue, certificates, processors, till, printing } = core.value;
        const health = core.value.health();
        const parts = { ledger, keys, settings, catalogue, certificates, processors, till, printing, health };
        return await perform(parts, name, question);
      } finally {
        await core.value.close();
      }
    }
    if (core.error === 'unfinished') return failed(unfinished(folder));
    await delay(PAUSE);
  }
  return failed(`Another process holds ${folder} and does not answer. Is a service starting or hanging there?`);
}
