import { DiskError } from './base/disk.js';
import { VERSION } from './base/version.js';
import { type Command, complain, FAILURE, print, SUCCESS, USAGE } from './cli/command.js';
import { doctorCommand } from './cli/doctor.js';
import { keysCommand } from './cli/keys.js';
import { ledgerCommand } from './cli/ledger.js';
import { serveCommand } from './cli/serve.js';
import { settingsCommand } from './cli/settings.js';

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: serveCommand,
  keys: keysCommand,
  settings: settingsCommand,
  doctor: doctorCommand,
  ledger: ledgerCommand,
};

function help(): void {
  print(`kasirbox ${VERSION}: an open fiscal POS box\n`);
  for (const { usage, summary } of Object.values(COMMANDS)) {
    for (const line of usage) print(`  kasirbox ${line}`);
    print(`      ${summary}\n`);
  }
  print('Every command works whether the service runs on DIR or not. DIR is ./data when it is not given.');
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
    // A folder that cannot be read or written is nobody's bug.
    if (error instanceof DiskError || (error instanceof Error && 'code' in error && 'syscall' in error)) {
      return complain(error.message, FAILURE);
    }
    throw error;
  }
}

void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
