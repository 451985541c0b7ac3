import { resolve } from 'node:path';
import type { Bilingual } from '../base/index.js';

/** Does systemd run the service of this folder? The program of an installed box names its folder in `KASIRBOX_DATA`. */
function isInstalled(folder: string): boolean {
  const own = process.env['KASIRBOX_DATA'];
  return own !== undefined && own !== '' && resolve(own) === resolve(folder);
}

/** What starts the service of the folder. */
export function startCommand(folder: string): string {
  return isInstalled(folder) ? 'systemctl start kasirbox' : 'kasirbox serve';
}

/** What to do about a service that hangs. */
export function restartAdvice(folder: string): Bilingual {
  if (isInstalled(folder))
    return { sr: 'Поново га покрените: systemctl restart kasirbox', en: 'Run: systemctl restart kasirbox' };
  return {
    sr: 'Завршите његов процес (kill -KILL) и поново га покрените: kasirbox serve',
    en: 'End its process (kill -KILL) and start it again: kasirbox serve',
  };
}

/** What a command says that has waited for a service in vain. */
export function hangsWords(folder: string): Bilingual {
  const { sr, en } = restartAdvice(folder);
  return {
    sr: `Програм који ради за фасциклу ${folder} не одговара: заглавио се. Шта може да се каже без њега, каже kasirbox doctor. ${sr}`,
    en: `The running service on ${folder} hangs: it gives no answer. kasirbox doctor says what can be told without it. ${en}`,
  };
}
