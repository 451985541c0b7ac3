import { setTimeout as delay } from 'node:timers/promises';
import { type Ask, askService, HANGS, type OperationName, type Reply, type Tell } from '../admin/index.js';
import { type Bilingual, failed } from '../base/index.js';
import { inLanguage } from './language.js';
import { hangsWords } from './serviceAdvice.js';

/** How long a folder is tried whose holder does not answer yet, and how far apart, ms. With the start of a command it is less than 10 s. */
const PATIENCE = 7_000;
const PAUSE = 200;

/** What to do about the folder of a restore that was cut short. */
export function unfinishedWords(folder: string): Bilingual {
  const command = `kasirbox restore FILE --data ${folder}`;
  return {
    sr: `${folder} је остатак прекинутог враћања из резервне копије. Поновите га: ${command}`,
    en: `${folder} is left from a restore that was cut short. Run it again: ${command}`,
  };
}

/**
 * Asks the service that runs on the folder; undefined when none does. The error is an English sentence of the operation, or, in the
 * language of the terminal, that the service hangs.
 */
export async function askRunning<N extends OperationName>(
  folder: string,
  name: N,
  question: Ask<N>,
  tell?: Tell,
): Promise<Reply<N> | undefined> {
  const reply = await askService(folder, name, question, undefined, tell);
  return reply?.ok === false && reply.error === HANGS ? failed(inLanguage(hangsWords(folder))) : reply;
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
  const end = performance.now() + PATIENCE;
  do {
    const reply = await askRunning(folder, name, question, tell);
    if (reply !== undefined) return reply;
    const { askOwnBox } = await import('./box/ownBox.js');
    const held = await askOwnBox(folder, name, question, tell);
    if (held.ok) return held.value;
    if (held.error === 'unfinished') return failed(inLanguage(unfinishedWords(folder)));
    await delay(PAUSE);
  } while (performance.now() < end);
  return failed(
    inLanguage({
      sr: `Фасциклу ${folder} држи други процес, који не одговара. Да ли се тамо покреће сервис, или се заглавио?`,
      en: `Another process holds ${folder} and does not answer. Is a service starting or hanging there?`,
    }),
  );
}
