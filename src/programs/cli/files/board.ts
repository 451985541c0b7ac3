import {
  ACCESS_POINT_FILE,
  applyBoard,
  type BoardFolders,
  type BoardState,
  FIRST_FILE,
  readAccessPoint,
  readRunFile,
  readState,
  REPORT_FILE,
  STATE_FILE,
  systemDeps,
} from '../../board/index.js';
import { isOnImage } from '../../../outward/updates/index.js';
import { DiskError, oneLine, translate } from '../../../base/index.js';
import { type Args, complain, print, printRow, succeed, SUCCESS } from '../command.js';
import { inLanguage } from '../language.js';

const DEFAULTS = { firmware: '/boot/firmware', keep: '/data/board', run: '/run', root: '/' } as const;

/**
 * Imports the first-boot file, and sets the board up. It changes host name and network of the machine, so it works only
 * on the system of the image.
 */
export async function apply({ folder, values }: Args): Promise<number> {
  const { firmware, keep, run, root } = { ...DEFAULTS, ...values };
  if (!(await isOnImage(root))) {
    return complain({
      sr:
        'Ова машина не ради са слике система, па ништа није промењено. Назив и мрежу подесите алатима њеног ' +
        'система, а податке о фирми на страницама уређаја, или наредбом: kasirbox settings set company',
      en:
        'This machine does not run the image of the box, so nothing was changed. Set its name and network with the tools ' +
        'of its system, and the company on the pages of the box, or with: kasirbox settings set company',
    });
  }
  const folders: BoardFolders = { firmware, keep, run, data: folder };
  const { plan, failures } = await applyBoard(folders, await systemDeps(root, folders, Date.now()));
  for (const { line, text, values: named } of plan.problems) {
    const fault = { sr: oneLine(translate(text, 'sr-Cyrl', named)), en: oneLine(translate(text, 'en', named)) };
    complain({ sr: `${FIRST_FILE}, ${line}. ред: ${fault.sr}`, en: `${FIRST_FILE}, line ${line}: ${fault.en}` });
  }
  for (const failure of failures) complain(failure);
  if (failures.length > 0) {
    return complain({
      sr: `${plan.hostname} је подешен само делимично. Проверите картицу и поново покрените уређај: он тада понавља све кораке.`,
      en: `${plan.hostname} is set up only in part. Check the card and restart the box: it then repeats all steps.`,
    });
  }
  return succeed({ sr: `${plan.hostname} је подешен.`, en: `${plan.hostname} is set up.` });
}

/** Shows what was set up at this start. */
export async function show({ values, flags }: Args): Promise<number> {
  const run = values['run'] ?? DEFAULTS.run;
  const state = readState((await readRunFile(run, STATE_FILE)) ?? '');
  if (state === undefined) {
    return complain({
      sr: `У ${run} нема ничега о мрежи: само слика система је сама подешава.`,
      en: `${run} has nothing about the network: only the image of the box configures it by itself.`,
    });
  }
  printState(state);
  return flags.has('secrets') && state.accessPoint !== null ? showPassword(run) : SUCCESS;
}

function printState({ hostname, wifi, address, accessPoint, sshKeys, problems }: BoardState): void {
  print({ sr: 'плоча', en: 'board' });
  printRow({ sr: 'назив', en: 'name' }, hostname);
  if (wifi !== null) printRow('Wi-Fi', wifi);
  printRow(
    { sr: 'адреса', en: 'address' },
    address ?? inLanguage({ sr: 'додељује је рутер', en: 'assigned by the router' }),
  );
  if (accessPoint !== null) printRow({ sr: 'прист. тачка', en: 'access point' }, accessPoint);
  printRow({ sr: 'SSH кључева', en: 'SSH keys' }, String(sshKeys));
  if (problems > 0)
    printRow(
      { sr: 'грешака', en: 'errors' },
      inLanguage({
        sr: `${problems} у ${FIRST_FILE}; погледајте ${REPORT_FILE} поред ње`,
        en: `${problems} in ${FIRST_FILE}; see ${REPORT_FILE} beside it`,
      }),
    );
}

async function showPassword(run: string): Promise<number> {
  try {
    const accessPoint = readAccessPoint((await readRunFile(run, ACCESS_POINT_FILE)) ?? '');
    if (accessPoint === undefined)
      return complain({
        sr: 'Лозинка приступне тачке не постоји.',
        en: 'The password of the access point does not exist.',
      });
    printRow({ sr: 'лозинка', en: 'password' }, accessPoint.password);
    return SUCCESS;
  } catch (error) {
    if (!(error instanceof DiskError) || error.code !== 'EACCES') throw error;
    return complain({
      sr: 'Лозинку приступне тачке смеју да читају само root и сервис.',
      en: 'Only root and the service may read the password of the access point.',
    });
  }
}
