import { setTimeout as delay } from 'node:timers/promises';
import { type Ask, askService, type OperationName, type Reply, type Tell } from '../admin/index.js';
import { type Bilingual, failed } from '../base/index.js';
import { inLanguage } from './language.js';

/** How often a folder is tried whose holder does not answer yet, and how far apart, ms. */
const ATTEMPTS = 50;
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
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const reply = await askService(folder, name, question, undefined, tell);
    if (reply !== undefined) return reply;
    const { askOwnBox } = await import('./box/ownBox.js');
    const held = await askOwnBox(folder, name, question, tell);
    if (held.ok) return held.value;
    if (held.error === 'unfinished') return failed(inLanguage(unfinishedWords(folder)));
    await delay(PAUSE);
  }
  return failed(
    inLanguage({
      sr: `Фасциклу ${folder} држи други процес, који не одговара. Да ли се тамо покреће сервис, или се заглавио?`,
      en: `Another process holds ${folder} and does not answer. Is a service starting or hanging there?`,
    }),
  );
}
