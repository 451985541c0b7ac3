import { DiskError } from './base/disk.js';
import { VERSION } from './base/version.js';
import { backupCommand } from './cli/backup.js';
import { certificateCommand } from './cli/certificate.js';
import { type Command, complain, DEFAULT_FOLDER, FAILURE, print, SUCCESS, USAGE } from './cli/command.js';
import { doctorCommand } from './cli/doctor.js';
import { itemsCommand } from './cli/items.js';
import { keysCommand } from './cli/keys.js';
import { ledgerCommand } from './cli/ledger.js';
import { notifyCommand } from './cli/notify.js';
import { pfrCommand } from './cli/pfr.js';
import { printCommand } from './cli/print.js';
import { queueCommand } from './cli/queue.js';
import { restoreCommand } from './cli/restore.js';
import { safeModeCommand } from './cli/safeMode.js';
import { serveCommand } from './cli/serve.js';
import { settingsCommand } from './cli/settings.js';
import { supportBundleCommand } from './cli/supportBundle.js';

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: serveCommand,
  keys: keysCommand,
  settings: settingsCommand,
  certificate: certificateCommand,
  pfr: pfrCommand,
  print: printCommand,
  queue: queueCommand,
  items: itemsCommand,
  notify: notifyCommand,
  doctor: doctorCommand,
  ledger: ledgerCommand,
  backup: backupCommand,
  restore: restoreCommand,
  'safe-mode': safeModeCommand,
  'support-bundle': supportBundleCommand,
};

function help(): void {
  print(`kasirbox ${VERSION}: an open fiscal POS box\n`);
  for (const { usage, summary } of Object.values(COMMANDS)) {
    for (const line of usage) print(`  kasirbox ${line}`);
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
    return await command.run(args);
  } catch (error) {
    const reason = outsideReason(error);
    if (reason === undefined) throw error;
    return complain(reason, FAILURE);
  }
}

/** What is wrong around the program, such as a folder that cannot be written; undefined for a bug of its own. */
function outsideReason(error: unknown): string | undefined {
  if (error instanceof DiskError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'MODULE_NOT_FOUND') {
    // Its further lines tell who asked for the file.
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
    // Whoever reads along, such as `head` or the journal, may leave at any time; the work is done to its end all the same.
    if (error.code === 'EPIPE') return;
    // Where the bytes go there is no room, or no disk: nobody gets what the command was run for.
    process.exit(complain(`${name} cannot be written: ${error.message}`));
  });
}

void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
