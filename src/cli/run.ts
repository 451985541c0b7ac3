import { VERSION } from '../base/index.js';
import { backupCommand } from './backup.js';
import { boardCommand } from './board.js';
import { cardCommand } from './card.js';
import { certificateCommand } from './certificate.js';
import { type Command, complain, DEFAULT_FOLDER, print, runCommand, SUCCESS, USAGE } from './command.js';
import { doctorCommand } from './doctor.js';
import { fleetCommand } from './fleet.js';
import { groupCommand } from './group.js';
import { itemsCommand } from './items.js';
import { keysCommand } from './keys.js';
import { ledgerCommand } from './ledger.js';
import { mailCommand } from './mail.js';
import { notifyCommand } from './notify.js';
import { pfrCommand } from './pfr.js';
import { printCommand } from './print.js';
import { queueCommand } from './queue.js';
import { rescueCommand } from './rescue.js';
import { restoreCommand } from './restore.js';
import { safeModeCommand } from './safeMode.js';
import { serveCommand } from './serve.js';
import { settingsCommand } from './settings.js';
import { supportBundleCommand } from './supportBundle.js';
import { updateCommand } from './update.js';
import { usersCommand } from './users.js';
import { webhooksCommand } from './webhooks.js';

/** Every command by its name, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: serveCommand,
  keys: keysCommand,
  users: usersCommand,
  settings: settingsCommand,
  certificate: certificateCommand,
  pfr: pfrCommand,
  card: cardCommand,
  print: printCommand,
  queue: queueCommand,
  items: itemsCommand,
  mail: mailCommand,
  notify: notifyCommand,
  webhooks: webhooksCommand,
  doctor: doctorCommand,
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
};

function help(): void {
  print(`kasirbox ${VERSION}: an open fiscal POS box\n`);
  Object.values(COMMANDS).forEach(describe);
  print(`Every command works whether the service runs on DIR or not. DIR is ${DEFAULT_FOLDER} when it is not given.`);
}

function describe({ usage, summary }: Command): void {
  for (const form of usage) print(`  kasirbox ${form}`);
  print(`      ${summary}\n`);
}

/** Runs `kasirbox NAME ARGS`; resolves with the exit code. */
export async function run([name, ...args]: readonly string[]): Promise<number> {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined && args.includes('--help')) {
    describe(command);
    return SUCCESS;
  }
  if (name === undefined || args.includes('--help') || /^(help|--help|-h)$/.test(name)) {
    help();
    return name === undefined ? USAGE : SUCCESS;
  }
  if (/^(version|--version|-v)$/.test(name)) {
    print(VERSION);
    return SUCCESS;
  }
  if (command === undefined) return complain(`there is no command "${name}"; see: kasirbox help`, USAGE);
  return runCommand(command, args);
}
