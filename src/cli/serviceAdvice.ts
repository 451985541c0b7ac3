import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Bilingual } from '../base/index.js';
import { DEFAULT_FOLDER } from './command.js';

/** Where an installed box has the unit of its service, below the root. */
const UNIT = 'etc/systemd/system/kasirbox.service';

/** Does systemd run the service of this folder? Its unit names the folder; a box beside it, as of `scripts/start`, has another. */
function isInstalled(folder: string, root: string): boolean {
  try {
    const [, own] = /^ExecStart=.* --data (\S+)/m.exec(readFileSync(join(root, UNIT), 'utf8')) ?? [];
    return own !== undefined && own === resolve(folder);
  } catch {
    return false;
  }
}

/** What starts the service of the folder. Another one than the default is named: without it a new, empty box would start. */
export function startCommand(folder: string, root = '/'): string {
  if (isInstalled(folder, root)) return 'systemctl start kasirbox';
  const path = resolve(folder);
  return path === resolve(DEFAULT_FOLDER) ? 'kasirbox serve' : `kasirbox serve --data ${shellWord(path)}`;
}

/** A path as one word of a shell. */
function shellWord(path: string): string {
  return /^[\w%+,./:=@-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** What to do about a service that hangs. */
export function restartAdvice(folder: string, root = '/'): Bilingual {
  if (isInstalled(folder, root))
    return { sr: 'Поново га покрените: systemctl restart kasirbox', en: 'Run: systemctl restart kasirbox' };
  const start = startCommand(folder, root);
  return {
    sr: `Завршите његов процес (kill -KILL) и поново га покрените: ${start}`,
    en: `End its process (kill -KILL) and start it again: ${start}`,
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
