import {
  ALL_PERMISSIONS,
  type Input,
  type OperationName,
  OPERATIONS,
  perform,
  type Reply,
  type OnProgress,
} from '../../../interfaces/admin/index.js';
import { ok, type Result, silentLog } from '../../../base/index.js';
import { adminDepsOf, openBox } from '../../box/index.js';

/** How often a command that holds the box wakes up, ms. */
const KEEP_ALIVE = 60_000;

/** Runs an operation on a box. */
export type OperationCaller = <N extends OperationName>(
  name: N,
  input: Input<N>,
  onProgress?: OnProgress,
) => Promise<Reply<N>>;

/** Opens the box of a folder while `work` runs. Fails when another process holds the folder. */
export async function withOwnBox<T>(
  folder: string,
  readOnly: boolean,
  work: (call: OperationCaller) => Promise<T>,
): Promise<Result<T, 'locked' | 'unfinished'>> {
  const box = await openBox({ folder, now: Date.now, log: silentLog, readOnly });
  if (!box.ok) return box;
  // The timers of a box do not keep a process alive. A service has its sockets for that; a command needs this timer.
  const alive = setInterval(() => undefined, KEEP_ALIVE);
  try {
    const deps = adminDepsOf(box.value);
    return ok(await work((name, input, onProgress) => perform(deps, ALL_PERMISSIONS, name, input, onProgress)));
  } finally {
    // Lost receipts are looked up in the background; from here on the next service continues.
    const stopped = box.value.invoicing.reconciliation.stop();
    box.value.processors.stop();
    await stopped;
    await box.value.close();
    clearInterval(alive);
  }
}

/** Runs one operation in this process. */
export function callOwnBox<N extends OperationName>(
  folder: string,
  name: N,
  input: Input<N>,
  onProgress?: OnProgress,
): Promise<Result<Reply<N>, 'locked' | 'unfinished'>> {
  return withOwnBox(folder, OPERATIONS[name].isReadOnly, (call) => call(name, input, onProgress));
}
