import { VERSION } from './base/index.js';
import {
  backupCommand,
  boardCommand,
  cardCommand,
  certificateCommand,
  type Command,
  complain,
  DEFAULT_FOLDER,
  doctorCommand,
  fleetCommand,
  groupCommand,
  itemsCommand,
  keysCommand,
  ledgerCommand,
  mailCommand,
  notifyCommand,
  pfrCommand,
  print,
  printCommand,
  queueCommand,
  rescueCommand,
  restoreCommand,
  runCommand,
  runProgram,
  safeModeCommand,
  serveCommand,
  settingsCommand,
  SUCCESS,
  supportBundleCommand,
  updateCommand,
  USAGE,
  usersCommand,
  webhooksCommand,
} from './cli/index.js';

const COMMANDS: Readonly<Record<string, Command>> = {
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

async function run([name, ...args]: readonly string[]): Promise<number> {
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

runProgram(run);
