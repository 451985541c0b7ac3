import { askService } from '../../admin/index.js';
import { DiskError, failed } from '../../base/index.js';
import { unfinishedWords } from '../ask.js';
import { type Asker, withOwnBox } from './ownBox.js';

/** How long each of several answers of a service is waited for, ms. */
const INSPECTION_TIMEOUT = 20_000;

/**
 * Asks a box that may be in any state several questions that change nothing: the service that runs on the folder, or else
 * the box in the folder. Where neither can be asked, each answer is the reason.
 */
export async function inspectBox<T>(folder: string, work: (ask: Asker, isServed: boolean) => Promise<T>): Promise<T> {
  const gone = failed('The running service has stopped meanwhile.');
  const served = await askService(folder, 'ledger.end', {});
  if (served !== undefined) {
    return work(async (name, question) => (await askService(folder, name, question, INSPECTION_TIMEOUT)) ?? gone, true);
  }
  const held = await withOwnBox(folder, true, (ask) => work(ask, false)).catch((error: unknown) => {
    if (!(error instanceof DiskError)) throw error;
    return failed(error.message);
  });
  if (held.ok) return held.value;
  const reasons: Readonly<Record<string, string>> = {
    locked: `Another process holds ${folder} and does not answer.`,
    unfinished: unfinishedWords(folder).en,
  };
  const reason = failed(reasons[held.error] ?? held.error);
  return work(async () => reason, false);
}
