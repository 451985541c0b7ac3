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
  systemParts,
} from '../board/index.js';
import { DiskError, oneLine, said } from '../base/index.js';
import { type Args, type Command, complain, complainUsage, FAILURE, print, printRow, SUCCESS } from './command.js';

const DEFAULTS = { firmware: '/boot/firmware', keep: '/data/board', run: '/run', root: '/' } as const;

export const boardCommand: Command = {
  usage: [
    'board apply [--firmware DIR] [--keep DIR] [--run DIR] [--root DIR] [--data DIR]',
    'board show [--secrets] [--run DIR] [--data DIR]',
  ],
  summary: `apply: on the image, as root before the network starts: takes ${FIRST_FILE} over from the card, sets the network up,
      wipes the secrets from the file and writes ${REPORT_FILE} beside it
      show: name, network and access point of this start; --secrets also the password of the access point`,
  options: ['firmware', 'keep', 'run', 'root'],
  flags: ['secrets'],
  async run(args) {
    const { words, values, flags } = args;
    const [verb] = words;
    const hasFolders = ['firmware', 'keep', 'root'].some((name) => values[name] !== undefined);
    if (verb === 'apply' && words.length === 1 && !flags.has('secrets')) return apply(args);
    if (verb === 'show' && words.length === 1 && !hasFolders) return show(args);
    return complainUsage(boardCommand.usage);
  },
};

async function apply({ folder, values }: Args): Promise<number> {
  const { firmware, keep, run, root } = { ...DEFAULTS, ...values };
  const folders: BoardFolders = { firmware, keep, run, data: folder };
  const { plan, failures } = await applyBoard(folders, await systemParts(root, folders, Date.now()));
  for (const { line, text, values: named } of plan.problems) {
    process.stderr.write(`kasirbox: ${FIRST_FILE}, line ${line}: ${oneLine(said(text, 'en', named))}\n`);
  }
  for (const failure of failures) complain(failure);
  print(`${plan.hostname} is set up.`);
  return failures.length === 0 ? SUCCESS : FAILURE;
}

async function show({ values, flags }: Args): Promise<number> {
  const run = values['run'] ?? DEFAULTS.run;
  const state = readState((await readRunFile(run, STATE_FILE)) ?? '');
  if (state === undefined) {
    return complain(`There is nothing in ${run} about the network: only the image of the box sets it up by itself.`);
  }
  printState(state);
  return flags.has('secrets') && state.accessPoint !== null ? showPassword(run) : SUCCESS;
}

function printState({ hostname, wifi, address, accessPoint, sshKeys, problems }: BoardState): void {
  print('board');
  printRow('name', hostname);
  if (wifi !== null) printRow('Wi-Fi', wifi);
  printRow('address', address ?? 'given by the router');
  if (accessPoint !== null) printRow('access point', accessPoint);
  printRow('SSH keys', String(sshKeys));
  if (problems > 0) printRow('mistakes', `${problems} in ${FIRST_FILE}; see ${REPORT_FILE} beside it`);
}

async function showPassword(run: string): Promise<number> {
  try {
    const accessPoint = readAccessPoint((await readRunFile(run, ACCESS_POINT_FILE)) ?? '');
    if (accessPoint === undefined) return complain('The password of the access point is not there.');
    printRow('password', accessPoint.password);
    return SUCCESS;
  } catch (error) {
    if (!(error instanceof DiskError) || error.code !== 'EACCES') throw error;
    return complain('Only root and the service may read the password of the access point.');
  }
}
