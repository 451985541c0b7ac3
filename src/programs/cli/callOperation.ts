import { setTimeout as delay } from 'node:timers/promises';
import {
  type Answer,
  type Input,
  callService,
  ACCESS_DENIED,
  NOT_RESPONDING,
  type OperationName,
  type Reply,
  socketPath,
  type OnProgress,
} from '../../interfaces/admin/index.js';
import { type Bilingual, failed, ok, phrase, type Result } from '../../base/index.js';
import { type Args, complain, printJson, SUCCESS } from './command.js';
import { deniedTo, hangsText, folderInUse, unfinishedRestore, type Unusable, unusableText } from './unusable.js';
import { inLanguage } from './language.js';

/**
 * How long a command retries a folder whose holder does not answer yet, and the pause between tries, ms. With the start
 * of a command the total is less than 10 s.
 */
const PATIENCE = 7_000;
const PAUSE = 200;

/**
 * Runs an operation in the service of the folder; undefined when no service runs.
 */
export async function callRunning<N extends OperationName>(
  folder: string,
  name: N,
  input: Input<N>,
  onProgress?: OnProgress,
): Promise<Reply<N> | undefined> {
  const reply = await callService(folder, name, input, undefined, onProgress);
  if (reply?.ok !== false) return reply;
  if (reply.error === NOT_RESPONDING) return failed(phrase(hangsText(folder)));
  if (reply.error === ACCESS_DENIED) return failed(phrase(unusableText(deniedTo(socketPath(folder)))));
  return reply;
}

/**
 * Runs an operation in the service of the folder, or otherwise in this process, which then holds the folder. Waits for
 * a service that is just starting. `onProgress` reports progress.
 */
export async function callOperation<N extends OperationName>(
  folder: string,
  name: N,
  input: Input<N>,
  onProgress?: OnProgress,
): Promise<Reply<N>> {
  const reached = await reach(folder, name, input, onProgress);
  return reached.ok ? reached.value : failed(phrase(unusableText(reached.error)));
}

/**
 * As {@link callOperation}, but the error is only why the folder cannot be used. A refusal by the operation is part of
 * the value.
 */
export async function reach<N extends OperationName>(
  folder: string,
  name: N,
  input: Input<N>,
  onProgress?: OnProgress,
): Promise<Result<Reply<N>, Unusable>> {
  const end = performance.now() + PATIENCE;
  do {
    const reply = await callRunning(folder, name, input, onProgress);
    if (reply !== undefined) return ok(reply);
    const { callOwnBox: askOwnBox } = await import('./box/ownBox.js');
    const held = await askOwnBox(folder, name, input, onProgress);
    if (held.ok) return held;
    if (held.error === 'unfinished') return failed(unfinishedRestore(folder));
    await delay(PAUSE);
  } while (performance.now() < end);
  return failed(folderInUse(folder));
}

/**
 * Runs an operation as {@link callOperation}, and `use` with its answer. Resolves with the exit code: that of `use`, or
 * success, or that of the failure, which is printed.
 */
export async function askThen<N extends OperationName>(
  folder: string,
  name: N,
  input: Input<N>,
  use: (answer: Answer<N>) => unknown,
): Promise<number> {
  const reply = await callOperation(folder, name, input);
  if (!reply.ok) return complain(reply.error);
  const code = await use(reply.value);
  return typeof code === 'number' ? code : SUCCESS;
}

/** Names of the operations whose answer is a list. */
type ListName = { [N in OperationName]: Answer<N> extends readonly unknown[] ? N : never }[OperationName];

interface Listing<Row> {
  /** For standard error when the list is empty. */
  readonly none: Bilingual;
  readonly show: (row: Row) => void;
}

/** Prints a list, which with `--json` is for programs. */
export function listed<N extends ListName>(
  { folder, flags }: Pick<Args, 'folder' | 'flags'>,
  name: N,
  { none, show }: Listing<Answer<N> extends readonly (infer Row)[] ? Row : never>,
): Promise<number> {
  return askThen(folder, name, {} as Input<N>, (rows) => {
    if (rows.length === 0) process.stderr.write(`${inLanguage(none)}\n`);
    if (flags.has('json')) printJson(rows);
    else for (const row of rows) show(row as never);
  });
}
