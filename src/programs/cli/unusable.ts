import { dirname } from 'node:path';
import { type Bilingual, isInstalled, startCommand } from '../../base/index.js';
import { wrongOwner } from './wrongOwner.js';

/** Why a folder, or the program, cannot be used at all, and the action. */
export interface Unusable {
  /** The check of `kasirbox doctor` that reports it. */
  readonly check: 'folder' | 'program';
  readonly found: Bilingual;
  readonly action: Bilingual;
}

/** Both in one row. */
export function unusableText({ found, action }: Unusable): Bilingual {
  return { sr: `${found.sr} ${action.sr}`, en: `${found.en} ${action.en}` };
}

/** The data folder does not exist, and the user of the command may not create it. */
export function missingFolder(folder: string): Unusable {
  const start = 'systemctl enable --now kasirbox';
  const make = `install -d -o kasirbox -g kasirbox -m 700 ${folder}`;
  return {
    check: 'folder',
    found: {
      sr: `${folder} не постоји, а овај корисник не може да направи ту фасциклу.`,
      en: `${folder} does not exist, and this user may not create it.`,
    },
    action: {
      sr: `Инсталирани уређај је прави кад се први пут покрене: ${start}; пре враћања резервне копије направите је: ${make}`,
      en: `An installed box creates it at its first start: ${start}; before a restore, create it: ${make}`,
    },
  };
}

/** Parts that a box creates at its first start. */
export const LEDGER: Bilingual = { sr: 'дневника', en: 'ledger' };
export const AUTHORITY: Bilingual = { sr: 'издаваоца сертификата', en: 'certificate authority' };

/** The object of a command was never created there: usually it is the wrong folder. */
export function neverMade(what: Bilingual, folder: string): Unusable {
  const start = startCommand(folder);
  return {
    check: 'folder',
    found: { sr: `У ${folder} нема ${what.sr}.`, en: `There is no ${what.en} in ${folder}.` },
    action: {
      sr: `Ако је уређај већ радио, наведите његову фасциклу: --data DIR; нов уређај прави га кад се први пут покрене: ${start}`,
      en: `If the box has run before, give its folder: --data DIR; a new box creates it at its first start: ${start}`,
    },
  };
}

/** The user of the command has no access to the path. */
export function deniedTo(path: string): Unusable {
  const wrong = wrongOwner(path);
  if (wrong === undefined) {
    return {
      check: 'folder',
      found: {
        sr: `${path}: корисник под којим ова команда ради нема дозволу.`,
        en: `${path}: the user that this command runs as has no permission.`,
      },
      action: {
        sr: 'Покрените је као власник те фасцикле или са sudo: sudo kasirbox …',
        en: 'Run it as the owner of that folder, or with sudo: sudo kasirbox …',
      },
    };
  }
  const { path: place, owner, user, repair } = wrong;
  return {
    check: 'folder',
    found: {
      sr: `${place}: власник је ${owner}, а уређај ради као ${user} и нема дозволу.`,
      en: `${place} belongs to ${owner}; the box runs as ${user}, which has no permission.`,
    },
    action: { sr: `Покрените као root: ${repair}`, en: `Run as root: ${repair}` },
  };
}

/** The folder of an interrupted restore. */
export function unfinishedRestore(folder: string): Unusable {
  const command = `kasirbox restore FILE --data ${folder}`;
  return {
    check: 'folder',
    found: {
      sr: `${folder} је остатак прекинутог враћања из резервне копије.`,
      en: `${folder} is left over from an interrupted restore.`,
    },
    action: { sr: `Поновите га: ${command}`, en: `Run it again: ${command}` },
  };
}

/** A process holds the folder that is not a service, or a service that does not listen yet or any more. */
export function folderInUse(folder: string): Unusable {
  const { sr, en } = restartAdvice(folder);
  return {
    check: 'folder',
    found: {
      sr: `Фасциклу ${folder} држи други процес, који не одговара.`,
      en: `Another process holds ${folder} and does not answer.`,
    },
    action: {
      sr: `Ако се сервис ту управо не покреће, заглавио се. ${sr}`,
      en: `If no service is just starting there, it hangs. ${en}`,
    },
  };
}

/** A second service on a folder. */
export function folderServed(folder: string): Unusable {
  return {
    check: 'folder',
    found: {
      sr: `За фасциклу ${folder} већ ради други процес, а сме само један.`,
      en: `another process runs on ${folder}, and only one is allowed.`,
    },
    action: {
      sr: 'Прво завршите њега (инсталирани уређај: systemctl stop kasirbox), или изаберите другу фасциклу: --data DIR',
      en: 'Stop it first (on an installed box: systemctl stop kasirbox), or choose another folder: --data DIR',
    },
  };
}

/** Description of a system error about a path or about the program; undefined for an error without one. */
export function unusableBy(error: unknown): Unusable | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'MODULE_NOT_FOUND') return incompleteProgram(error);
  if (!('path' in error)) return undefined;
  const path = String(error.path);
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
      return 'syscall' in error && error.syscall === 'mkdir' && wrongOwner(dirname(path)) === undefined
        ? missingFolder(path)
        : deniedTo('syscall' in error && error.syscall === 'mkdir' ? dirname(path) : path);
    case 'EROFS':
      return {
        check: 'folder',
        found: { sr: `${path}: диск се само чита.`, en: `${path}: the disk is read-only.` },
        action: {
          sr: 'Проверите диск (dmesg) и учините га уписивим: mount -o remount,rw',
          en: 'Check the disk (dmesg), and make it writable: mount -o remount,rw',
        },
      };
    case 'EEXIST':
    case 'ENOTDIR':
      return {
        check: 'folder',
        found: {
          sr: `${path}: то је датотека или пролази кроз њу, а треба фасцикла.`,
          en: `${path}: that is a file, or the path leads through one; a folder is needed.`,
        },
        action: { sr: 'Изаберите другу: --data DIR', en: 'Choose another: --data DIR' },
      };
    default:
      return undefined;
  }
}

function incompleteProgram({ message }: Error): Unusable {
  // The other lines of the message list the files that import it.
  const [first = ''] = message.split('\n');
  return {
    check: 'program',
    found: {
      sr: `${first}. Недостају датотеке програма;`,
      en: `${first}. Files of the program are missing;`,
    },
    action: { sr: 'инсталирајте га поново.', en: 'install it again.' },
  };
}

/** The action for a service that hangs. */
export function restartAdvice(folder: string, root = '/'): Bilingual {
  if (isInstalled(folder, root))
    return { sr: 'Поново га покрените: systemctl restart kasirbox', en: 'Run: systemctl restart kasirbox' };
  const start = startCommand(folder, root);
  return {
    sr: `Завршите његов процес (kill -KILL) и поново га покрените: ${start}`,
    en: `Kill its process (kill -KILL) and start it again: ${start}`,
  };
}

/** Error of a command whose service did not answer. */
export function hangsText(folder: string): Bilingual {
  const { sr, en } = restartAdvice(folder);
  return {
    sr: `Сервис који ради за фасциклу ${folder} не одговара: заглавио се. Шта може да се каже без њега, каже kasirbox doctor. ${sr}`,
    en: `The running service on ${folder} hangs: it does not respond. kasirbox doctor reports what it can find out without it. ${en}`,
  };
}
