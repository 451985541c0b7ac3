import { DiskError, VERSION } from './base/index.js';
import {
  backupCommand,
  boardCommand,
  cardCommand,
  certificateCommand,
  type Command,
  complain,
  DEFAULT_FOLDER,
  doctorCommand,
  FAILURE,
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
  safeModeCommand,
  serveCommand,
  settingsCommand,
  SUCCESS,
  supportBundleCommand,
  updateCommand,
  USAGE,
  usersCommand,
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
  doctor: doctorCommand,
  ledger: ledgerCommand,
  backup: backupCommand,
  restore: restoreCommand,
  'safe-mode': safeModeCommand,
  update: updateCommand,
  board: boardCommand,
  rescue: rescueCommand,
  'support-bundle': supportBundleCommand,
};

function help(): void {
  print(`kasirbox ${VERSION}: an open fiscal POS box\n`);
  for (const { usage, summary } of Object.values(COMMANDS)) {
    for (const form of usage) print(`  kasirbox ${form}`);
    print(`      ${summary}\n`);
  }
  print(`Every command works whether the service runs on DIR or not. DIR is ${DEFAULT_FOLDER} when it is not given.`);
}

async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || args.includes('--help') || /^(help|--help|-h)$/.test(name)) {
    help();
    return name === undefined ? USAGE : SUCCESS;
  }
  if (/^(version|--version|-v)$/.test(name)) {
    print(VERSION);
    return SUCCESS;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return complain(`there is no command "${name}"; see: kasirbox help`, USAGE);
  try {
    return await runCommand(command, args);
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    return complain(reason, FAILURE);
  }
}

/** What is wrong with the system, such as a folder that cannot be written; undefined for a bug of the program. */
function systemReason(error: unknown): string | undefined {
  if (error instanceof DiskError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'MODULE_NOT_FOUND') {
    // The other lines of the message name the files that import it.
    const [message] = error.message.split('\n');
    return `${message}. Files that belong beside kasirbox.cjs are missing; install it again.`;
  }
  return 'syscall' in error ? error.message : undefined;
}

for (const [name, stream] of [
  ['standard output', process.stdout],
  ['standard error', process.stderr],
] as const) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader, such as `head` or the journal, may leave at any time; the work goes on to its end.
    if (error.code === 'EPIPE') return;
    // The disk that the output goes to is full or gone: nobody gets what the command was run for.
    process.exit(complain(`${name} cannot be written: ${error.message}`));
  });
}

void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
