import { type Bilingual, isInstalled, startCommand } from '../../base/index.js';

/** The action for a service that hangs. */
export function restartAdvice(folder: string, root = '/'): Bilingual {
  if (isInstalled(folder, root))
    return { sr: 'Поново га покрените: systemctl restart kasirbox', en: 'Run: systemctl restart kasirbox' };
  const start = startCommand(folder, root);
  return {
    sr: `Завршите његов процес (kill -KILL) и поново га покрените: ${start}`,
    en: `End its process (kill -KILL) and start it again: ${start}`,
  };
}

/** Error of a command whose service did not answer. */
export function hangsWords(folder: string): Bilingual {
  const { sr, en } = restartAdvice(folder);
  return {
    sr: `Програм који ради за фасциклу ${folder} не одговара: заглавио се. Шта може да се каже без њега, каже kasirbox doctor. ${sr}`,
    en: `The running service on ${folder} hangs: it gives no answer. kasirbox doctor says what can be told without it. ${en}`,
  };
}
