import { setTimeout as delay } from 'node:timers/promises';
import {
  type Answer,
  type Ask,
  askService,
  DENIED,
  HANGS,
  type OperationName,
  type Reply,
  socketPath,
  type Tell,
} from '../../interfaces/admin/index.js';
import { type Bilingual, failed, ok, phrase, type Result } from '../../base/index.js';
import { type Args, complain, printJson, SUCCESS } from './command.js';
import { deniedTo, hangsWords, heldFolder, unfinishedRestore, type Unusable, unusableWords } from './unusable.js';
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
export async function askRunning<N extends OperationName>(
  folder: string,
  name: N,
  question: Ask<N>,
  tell?: Tell,
): Promise<Reply<N> | undefined> {
  const reply = await askService(folder, name, question, undefined, tell);
  if (reply?.ok !== false) return reply;
  if (reply.error === HANGS) return failed(phrase(hangsWords(folder)));
  if (reply.error === DENIED) return failed(phrase(unusableWords(deniedTo(socketPath(folder)))));
  return reply;
}

/**
 * Runs an operation in the service of the folder, or otherwise in this process, which then holds the folder. Waits for
 * a service that is just starting. `tell` reports progress.
 */
export async function ask<N extends OperationName>(
  folder: string,
  name: N,
  question: Ask<N>,
  tell?: Tell,
): Promise<Reply<N>> {
  const reached = await reach(folder, name, question, tell);
  return reached.ok ? reached.value : failed(phrase(unusableWords(reached.error)));
}

/**
 * As {@link ask}, but the error is only why the folder cannot be used. A refusal by the operation is part of the value.
 */
export async function reach<N extends OperationName>(
  folder: string,
  name: N,
  question: Ask<N>,
  tell?: Tell,
): Promise<Result<Reply<N>, Unusable>> {
  const end = performance.now() + PATIENCE;
  do {
    const reply = await askRunning(folder, name, question, tell);
    if (reply !== undefined) return ok(reply);
    const { askOwnBox } = await import('./box/ownBox.js');
    const held = await askOwnBox(folder, name, question, tell);
    if (held.ok) return held;
    if (held.error === 'unfinished') return failed(unfinishedRestore(folder));
    await delay(PAUSE);
  } while (performance.now() < end);
  return failed(heldFolder(folder));
}

/**
 * Runs an operation as {@link ask}, and `use` with its answer. Resolves with the exit code: that of `use`, or success,
 * or that of the failure, which is printed.
 */
export async function askThen<N extends OperationName>(
  folder: string,
  name: N,
  question: Ask<N>,
  use: (answer: Answer<N>) => unknown,
): Promise<number> {
  const reply = await ask(folder, name, question);
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
  return askThen(folder, name, {} as Ask<N>, (rows) => {
    if (rows.length === 0) process.stderr.write(`${inLanguage(none)}\n`);
    if (flags.has('json')) printJson(rows);
    else for (const row of rows) show(row as never);
  });
}
