import { setTimeout as delay } from 'node:timers/promises';
import { type Ask, askService, type OperationName, type Reply, type Tell } from '../admin/index.js';
import { failed } from '../base/index.js';

/** How often a folder is tried whose holder does not answer yet, and how far apart, ms. */
const ATTEMPTS = 50;
const PAUSE = 200;

/** What to do about the folder of a restore that was cut short, an English sentence. */
export function unfinishedWords(folder: string): string {
  return `${folder} is left from a restore that was cut short. Run it again: kasirbox restore FILE --data ${folder}`;
}

/**
 * Has an operation carried out by the service that runs on the folder, or else by this process, which then holds the
 * folder. Waits for a service that is just starting. `tell` hears what is being done.
 */
export async function ask<N extends OperationName>(
  folder: string,
  name: N,
  question: Ask<N>,
  tell?: Tell,
): Promise<Reply<N>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const reply = await askService(folder, name, question, undefined, tell);
    if (reply !== undefined) return reply;
    const { askOwnBox } = await import('./box/ownBox.js');
    const held = await askOwnBox(folder, name, question, tell);
    if (held.ok) return held.value;
    if (held.error === 'unfinished') return failed(unfinishedWords(folder));
    await delay(PAUSE);
  }
  return failed(`Another process holds ${folder} and does not answer. Is a service starting or hanging there?`);
}
