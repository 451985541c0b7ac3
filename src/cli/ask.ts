import { setTimeout as delay } from 'node:timers/promises';
import {
  type Ask,
  askService,
  DENIED,
  HANGS,
  type OperationName,
  type Reply,
  socketPath,
  type Tell,
} from '../admin/index.js';
import { failed, ok, type Result } from '../base/index.js';
import { inLanguage } from './language.js';
import { hangsWords } from './serviceAdvice.js';
import { deniedTo, heldFolder, unfinishedRestore, type Unusable, unusableWords } from './unusable.js';

/** How long a folder is tried whose holder does not answer yet, and how far apart, ms. With the start of a command it is less than 10 s. */
const PATIENCE = 7_000;
const PAUSE = 200;

/**
 * Asks the service that runs on the folder; undefined when none does. The error is an English sentence of the operation, or, in the
 * language of the terminal, that the service hangs or is another user's.
 */
export async function askRunning<N extends OperationName>(
  folder: string,
  name: N,
  question: Ask<N>,
  tell?: Tell,
): Promise<Reply<N> | undefined> {
  const reply = await askService(folder, name, question, undefined, tell);
  if (reply?.ok !== false) return reply;
  if (reply.error === HANGS) return failed(inLanguage(hangsWords(folder)));
  if (reply.error === DENIED) return failed(inLanguage(unusableWords(deniedTo(socketPath(folder)))));
  return reply;
}

/**
 * Has an operation carried out by the service that runs on the folder, or else by this process, which then holds the
 * folder. Waits for a service that is just starting. `tell` hears what is being done. The error is an English sentence of the operation,
 * or what keeps the folder from being asked, in the language of the terminal.
 */
export async function ask<N extends OperationName>(
  folder: string,
  name: N,
  question: Ask<N>,
  tell?: Tell,
): Promise<Reply<N>> {
  const reached = await reach(folder, name, question, tell);
  return reached.ok ? reached.value : failed(inLanguage(unusableWords(reached.error)));
}

/** As {@link ask}; the error is what keeps the folder from being asked, and an answer that is a refusal is none. */
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
