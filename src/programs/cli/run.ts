import { type Bilingual, DEFAULT_FOLDER, VERSION } from '../../base/index.js';
import { backupCommand, restoreCommand } from './backup.js';
import { boardCommand } from './board.js';
import { cardCommand } from './card.js';
import { certificateCommand } from './certificate.js';
import { type Command, complain, print, printTable, runCommand, SUCCESS, USAGE } from './command.js';
import { doctorCommand } from './doctor.js';
import { esirCommand, statusCommand } from './status.js';
import { fleetCommand } from './fleet.js';
import { groupCommand } from './group.js';
import { itemsCommand } from './items.js';
import { keysCommand } from './keys.js';
import { ledgerCommand } from './ledger.js';
import { mailCommand, notifyCommand, webhooksCommand } from './delivery.js';
import { pfrCommand } from './pfr.js';
import { printCommand } from './print.js';
import { queueCommand } from './queue.js';
import { reportCommand } from './report.js';
import { rescueCommand, serveCommand } from './serve.js';
import { safeModeCommand } from './safeMode.js';
import { settingsCommand } from './settings.js';
import { supportBundleCommand } from './supportBundle.js';
import { updateCommand } from './update.js';
import { usersCommand } from './users.js';
import { inLanguage } from './language.js';

const COMMAND_TABLE = {
  status: statusCommand,
  doctor: doctorCommand,
  serve: serveCommand,
  keys: keysCommand,
  users: usersCommand,
  settings: settingsCommand,
  esir: esirCommand,
  certificate: certificateCommand,
  pfr: pfrCommand,
  card: cardCommand,
  print: printCommand,
  queue: queueCommand,
  items: itemsCommand,
  report: reportCommand,
  mail: mailCommand,
  notify: notifyCommand,
  webhooks: webhooksCommand,
  ledger: ledgerCommand,
  backup: backupCommand,
  restore: restoreCommand,
  'safe-mode': safeModeCommand,
  update: updateCommand,
  board: boardCommand,
  fleet: fleetCommand,
  group: groupCommand,
  rescue: rescueCommand,
  'support-bundle': supportBundleCommand,
} satisfies Readonly<Record<string, Command>>;

/** Every command by name, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Command>> = COMMAND_TABLE;

/** One row about each command, printed by `kasirbox` without arguments. */
const BRIEF: Readonly<Record<keyof typeof COMMAND_TABLE, Bilingual>> = {
  status: {
    sr: 'да ли уређај продаје, и зашто не: један екран',
    en: 'whether the box sells, and why not, on one screen',
  },
  doctor: { sr: 'прегледа све и каже шта треба урадити', en: 'checks everything and shows what to do' },
  serve: { sr: 'покреће уређај', en: 'runs the box' },
  keys: { sr: 'API кључеви', en: 'API keys' },
  users: { sr: 'људи који се пријављују на страницама', en: 'people who sign in on the pages' },
  settings: { sr: 'подешавања', en: 'settings' },
  esir: { sr: 'одобрење Пореске управе', en: 'the approval of the tax authority' },
  certificate: { sr: 'сертификати Пореске управе и уређаја', en: 'certificates of the tax authority and of the box' },
  pfr: { sr: 'фискални процесор', en: 'the fiscal processor' },
  card: { sr: 'паметна картица', en: 'the smart card' },
  print: { sr: 'штампачи и штампа', en: 'printers and print jobs' },
  queue: { sr: 'захтеви који чекају на процесор', en: 'requests that wait for the processor' },
  items: { sr: 'увоз и извоз артикала', en: 'import and export of items' },
  report: { sr: 'извештај о промету', en: 'the turnover report' },
  mail: { sr: 'пробна порука е-поштом', en: 'a test e-mail message' },
  notify: { sr: 'пробна порука власнику', en: 'a test message to the owner' },
  webhooks: { sr: 'пробна порука другом програму', en: 'a test message to a webhook' },
  ledger: { sr: 'провера, извоз и поправка дневника', en: 'verify, export and repair the ledger' },
  backup: { sr: 'резервна копија', en: 'make a backup' },
  restore: { sr: 'враћање резервне копије', en: 'restore a backup' },
  'safe-mode': { sr: 'безбедни режим после падова', en: 'safe mode after crashes' },
  update: { sr: 'надоградња уређаја направљеног од слике система', en: 'update a box made from an image' },
  board: {
    sr: 'мрежа и назив уређаја направљеног од слике система',
    en: 'network and name of a box made from an image',
  },
  fleet: { sr: 'сервер власника више уређаја', en: 'the server of an owner of many boxes' },
  group: { sr: 'цене и подешавања групе', en: 'prices and settings of a group' },
  rescue: { sr: 'страница за спасавање', en: 'the rescue page' },
  'support-bundle': { sr: 'датотека за удаљену помоћ', en: 'a file for remote help' },
};

function overview(): void {
  print(`kasirbox ${VERSION}\n`);
  printTable(Object.entries(BRIEF).map(([name, brief]) => [name, inLanguage(brief)]));
  print('');
  print({
    sr: 'Више о једној команди: kasirbox help NAME, о свима: kasirbox help',
    en: 'Help for one command: kasirbox help NAME, for all: kasirbox help',
  });
}

function help(): void {
  print(`kasirbox ${VERSION}: ${inLanguage({ sr: 'отворени фискални POS уређај', en: 'an open fiscal POS box' })}\n`);
  for (const command of Object.values(COMMANDS)) describe(command);
  print({
    sr: `Команде раде и кад сервис ради на DIR и кад не ради. Само card pin и update траже да сервис ради, а serve, restore и
ledger repair да не ради. DIR је ${DEFAULT_FOLDER} ако није наведен.`,
    en: `Commands work whether the service runs on DIR or not. Only card pin and update need it running, and serve, restore
and ledger repair need it stopped. DIR is ${DEFAULT_FOLDER} when it is not given.`,
  });
}

/** `verb`: only its forms, such as `report` of `fleet`. */
function describe({ usage, summary }: Command, verb?: string): void {
  const forms = usage.filter((form) => form.split(' ')[1] === verb);
  for (const form of forms.length > 0 ? forms : usage) print(`  kasirbox ${form}`);
  print(`      ${inLanguage(summary)}\n`);
}

/**
 * Moves options before the name of the command, as in `kasirbox --data DIR doctor`, after the name. Only options that
 * every command accepts, or that take no value, can be distinguished from the name.
 */
function nameFirst(args: readonly string[]): readonly string[] {
  const ahead: string[] = [];
  const rest = [...args];
  for (let [first] = rest; first !== undefined; [first] = rest) {
    if (first === '--data') ahead.push(...rest.splice(0, 2));
    else if (first === '--json' || first.startsWith('--data=')) ahead.push(...rest.splice(0, 1));
    else break;
  }
  const [name, ...others] = rest;
  // The same option after the name is nearer to it and takes precedence.
  return name === undefined ? [] : [name, ...ahead, ...others];
}

function commandNamed(name: string | undefined): Command | undefined {
  return name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

/** Runs `kasirbox NAME ARGS`; resolves with the exit code. */
export async function run(words: readonly string[]): Promise<number> {
  const [name, ...args] = nameFirst(words);
  if (name === undefined) {
    overview();
    return USAGE;
  }
  const command = commandNamed(name);
  const isAsked = args.includes('--help') || args[0] === 'help' || args[0] === '-h';
  if (command !== undefined && isAsked) {
    describe(command, args[0]);
    return SUCCESS;
  }
  if (/^(help|--help|-h)$/.test(name)) return helpWith(args);
  if (/^(version|--version|-v)$/.test(name)) {
    print(VERSION);
    return SUCCESS;
  }
  return command === undefined ? unknown(name) : runCommand(command, args);
}

/** `help`, `help NAME` or `help NAME VERB`. */
function helpWith([name, verb]: readonly string[]): number {
  const command = commandNamed(name);
  if (name === undefined || name.startsWith('-')) help();
  else if (command === undefined) return unknown(name);
  else describe(command, verb);
  return SUCCESS;
}

function unknown(name: string): number {
  return complain(
    {
      sr: `команда „${name}” не постоји; погледајте: kasirbox help`,
      en: `there is no command "${name}"; see: kasirbox help`,
    },
    USAGE,
  );
}
