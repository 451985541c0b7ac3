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
import { type Bilingual, failed, type Message, ok, phrase, type Result } from '../../base/index.js';
import { complain, printJson, printNote, SUCCESS } from './command.js';
import { deniedTo, hangsText, folderInUse, unfinishedRestore, type Unusable, unusableText } from './unusable.js';

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
  const outcome = await tryOperation(folder, name, input, onProgress);
  return outcome.ok ? outcome.value : failed(phrase(unusableText(outcome.error)));
}

/**
 * As {@link callOperation}, but the error is only why the folder cannot be used. A refusal by the operation is part of
 * the value.
 */
export async function tryOperation<N extends OperationName>(
  folder: string,
  name: N,
  input: Input<N>,
  onProgress?: OnProgress,
): Promise<Result<Reply<N>, Unusable>> {
  const end = performance.now() + PATIENCE;
  do {
    const reply = await callRunning(folder, name, input, onProgress);
    if (reply !== undefined) return ok(reply);
    const { callOwnBox } = await import('./box/ownBox.js');
    const performed = await callOwnBox(folder, name, input, onProgress);
    if (performed.ok) return performed;
    if (performed.error === 'unfinished') return failed(unfinishedRestore(folder));
    await delay(PAUSE);
  } while (performance.now() < end);
  return failed(folderInUse(folder));
}

/**
 * Runs an operation as {@link callOperation}, and prints its answer with `show`. Resolves with the exit code: that of
 * `show`, or of the failure, which is printed.
 */
export async function callAndPrint<N extends OperationName>(
  folder: string,
  name: N,
  input: Input<N>,
  show: (answer: Answer<N>) => number,
): Promise<number> {
  const reply = await callOperation(folder, name, input);
  return reply.ok ? show(reply.value) : complain(reply.error);
}

interface Listing<Row> {
  /** True for a list that a program reads. */
  readonly asJson?: boolean;
  /** Printed on standard error when the list is empty. */
  readonly none: Bilingual;
  readonly show: (row: Row) => void;
}

/** Prints the rows that an operation returned, or its error. Returns the exit code. */
export function printList<Row>(
  reply: Result<readonly Row[], Message>,
  { asJson = false, none, show }: Listing<Row>,
): number {
  if (!reply.ok) return complain(reply.error);
  if (reply.value.length === 0) printNote(none);
  if (asJson) printJson(reply.value);
  else for (const row of reply.value) show(row);
  return SUCCESS;
}
