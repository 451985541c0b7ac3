import { callService, NOT_RESPONDING } from '../../../interfaces/admin/index.js';
import { DiskError, failed, phrase, type Message, verbatim } from '../../../base/index.js';
import type { ServiceSeen } from '../../../interfaces/health/index.js';
import { folderInUse, unfinishedRestore } from '../unusable.js';
import { type OperationCaller, withOwnBox } from './ownBox.js';

/** Maximum wait for each of several answers of a service, ms. */
const INSPECTION_TIMEOUT = 20_000;

/**
 * Asks a box in any state several questions that change nothing: in the service of the folder, or otherwise in the box
 * of the folder. When neither is possible, for example because the service hangs, each answer is the reason.
 */
export async function inspectBox<T>(
  folder: string,
  work: (call: OperationCaller, state: ServiceSeen['state']) => Promise<T>,
): Promise<T> {
  const stopped = failed(
    phrase({ sr: 'Сервис се у међувремену зауставио.', en: 'The running service has stopped in the meantime.' }),
  );
  const served = await callService(folder, 'ledger.end', {});
  if (served?.ok === false && served.error === NOT_RESPONDING) return work(async () => served, 'hangs');
  if (served !== undefined) {
    return work(
      async (name, question) => (await callService(folder, name, question, INSPECTION_TIMEOUT)) ?? stopped,
      'runs',
    );
  }
  const own = await withOwnBox(folder, true, (call) => work(call, 'off')).catch((error: unknown) => {
    if (!(error instanceof DiskError)) throw error;
    return failed(error);
  });
  if (own.ok) return own.value;
  const reason = failed(reasonOf(own.error, folder));
  return work(async () => reason, 'off');
}

function reasonOf(fault: 'locked' | 'unfinished' | DiskError, folder: string): Message {
  if (fault instanceof DiskError) return verbatim(fault.message);
  return phrase((fault === 'locked' ? folderInUse(folder) : unfinishedRestore(folder)).found);
}
