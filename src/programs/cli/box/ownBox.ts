import {
  ALL_PERMISSIONS,
  type Ask,
  type OperationName,
  OPERATIONS,
  perform,
  type Reply,
  type Tell,
} from '../../../interfaces/admin/index.js';
import { ok, type Result, silentLog } from '../../../base/index.js';
import { adminPartsOf, openBox } from '../../box/index.js';

/** How often a command that holds the box wakes up, ms. */
const KEEP_ALIVE = 60_000;

/** Runs an operation on a box. */
export type Asker = <N extends OperationName>(name: N, question: Ask<N>, tell?: Tell) => Promise<Reply<N>>;

/** Opens the box of a folder while `work` runs. Fails when another process holds the folder. */
export async function withOwnBox<T>(
  folder: string,
  readOnly: boolean,
  work: (ask: Asker) => Promise<T>,
): Promise<Result<T, 'locked' | 'unfinished'>> {
  const box = await openBox({ folder, now: Date.now, log: silentLog, readOnly });
  if (!box.ok) return box;
  // The timers of a box do not keep a process alive. A service has its sockets for that; a command needs this timer.
  const alive = setInterval(() => undefined, KEEP_ALIVE);
  try {
    const parts = adminPartsOf(box.value);
    return ok(await work((name, question, tell) => perform(parts, ALL_PERMISSIONS, name, question, tell)));
  } finally {
    // Lost receipts are looked up in the background; from here on the next service continues.
    const settled = box.value.invoicing.settling.stop();
    box.value.processors.stop();
    await settled;
    await box.value.close();
    clearInterval(alive);
  }
}

/** Runs one operation in this process. */
export function askOwnBox<N extends OperationName>(
  folder: string,
  name: N,
  question: Ask<N>,
  tell?: Tell,
): Promise<Result<Reply<N>, 'locked' | 'unfinished'>> {
  return withOwnBox(folder, OPERATIONS[name].isReadOnly, (ask) => ask(name, question, tell));
}
