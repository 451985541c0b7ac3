import { setTimeout as delay } from 'node:timers/promises';
import {
  ALL_PERMISSIONS,
  type Ask,
  askService,
  type OperationName,
  OPERATIONS,
  perform,
  type Reply,
  type Tell,
} from '../admin/index.js';
import { type Bilingual, DiskError, failed, ok, silentLog } from '../base/index.js';
import { adminPartsOf, openBox } from '../box/index.js';
import { inLanguage } from './language.js';

/** How often a folder is tried whose holder does not answer yet, and how far apart, ms. */
const ATTEMPTS = 50;
const PAUSE = 200;
/** How often a command that holds the box wakes up, ms. */
const KEEP_ALIVE = 60_000;

/** What to do about the folder of a restore that was cut short. */
export function unfinishedWords(folder: string): Bilingual {
  const command = `kasirbox restore FILE --data ${folder}`;
  return {
    sr: `${folder} је остатак прекинутог враћања из резервне копије. Поновите га: ${command}`,
    en: `${folder} is left from a restore that was cut short. Run it again: ${command}`,
  };
}

/** Asks a box. The error is an English sentence. */
export type Asker = <N extends OperationName>(name: N, question: Ask<N>, tell?: Tell) => Promise<Reply<N>>;

/** Opens the box of a folder for as long as `work` takes. Fails when another process holds the folder. */
async function withBox<T>(folder: string, readOnly: boolean, work: (ask: Asker) => Promise<T>) {
  const box = await openBox({ folder, now: Date.now, log: silentLog, readOnly });
  if (!box.ok) return box;
  // The pauses of a box keep no process alive: a service has its sockets for that, a command has nothing.
  const alive = setInterval(() => undefined, KEEP_ALIVE);
  try {
    const parts = adminPartsOf(box.value);
    return ok(await work((name, question, tell) => perform(parts, ALL_PERMISSIONS, name, question, tell)));
  } finally {
    // A receipt whose answer was lost is looked up in the background: from here on by the next service.
    const settled = box.value.invoicing.settling.stop();
    box.value.processors.stop();
    await settled;
    await box.value.close();
    clearInterval(alive);
  }
}

/** How long each of several answers of a service is waited for, ms. */
const INSPECTION_TIMEOUT = 20_000;

/**
 * Asks a box that may be in any state several questions that change nothing: the service that runs on the folder, or else
 * the box in the folder. Where neither can be asked, each answer is the reason.
 */
export async function inspectBox<T>(folder: string, work: (ask: Asker, isServed: boolean) => Promise<T>): Promise<T> {
  const gone = failed('The running service has stopped meanwhile.');
  const served = await askService(folder, 'ledger.end', {});
  if (served !== undefined) {
    return work(async (name, question) => (await askService(folder, name, question, INSPECTION_TIMEOUT)) ?? gone, true);
  }
  const held = await withBox(folder, true, (ask) => work(ask, false)).catch((error: unknown) => {
    if (!(error instanceof DiskError)) throw error;
    return failed(error.message);
  });
  if (held.ok) return held.value;
  const reasons: Readonly<Record<string, string>> = {
    locked: `Another process holds ${folder} and does not answer.`,
    unfinished: unfinishedWords(folder).en,
  };
  const reason = failed(reasons[held.error] ?? held.error);
  return work(async () => reason, false);
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
    const reply = await askService(folder, name, question, OPERATIONS[name].timeout, tell);
    if (reply !== undefined) return reply;
    const held = await withBox(folder, OPERATIONS[name].isReadOnly, (askBox) => askBox(name, question, tell));
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
