import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { readArguments, USAGE } from './arguments.js';
import { makePfx } from './certificates.js';
import { startControl } from './control.js';
import { obey } from './orders.js';
import { FakePfrServer, type ServedCall } from './server.js';

/** The password of every PFX is 8 upper-case letters and digits, like those of the tax authority. */
const PFX_PASSWORD = 'FAKE2026';

function say(text: string): void {
  if (text !== '') process.stdout.write(`${text}\n`);
}

async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  if (!asked.ok) {
    process.stderr.write(`fake-pfr: ${asked.error}\n\n${USAGE}`);
    return 2;
  }
  if (asked.value === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  const { options, control, folder } = asked.value;
  const server = await FakePfrServer.start({ ...options, onCall: (call) => say(callLine(call)) });
  const controlled = control === undefined ? undefined : await startControl(server, control);
  const advised = await advice(server, folder);
  say(`fake-pfr listens at ${server.url}`);
  if (controlled !== undefined) say(`control at http://127.0.0.1:${(controlled.address() as AddressInfo).port}`);
  say(advised);
  createInterface({ input: process.stdin }).on('line', (line) => {
    const done = obey(server, line);
    say(done.ok ? done.value : `error: ${done.error}`);
  });
  await new Promise((signalled) => process.once('SIGTERM', signalled).once('SIGINT', signalled));
  process.stdin.destroy();
  controlled?.close();
  controlled?.closeAllConnections();
  await server.stop();
  return 0;
}

/** `POST /api/v3/invoices 200 whole`. */
function callLine({ request, plan }: ServedCall): string {
  const status = plan.delivery === 'hang' || plan.delivery === 'reset' ? '-' : plan.reply.status;
  return `${request.method} ${request.path} ${status} ${plan.delivery}`;
}

/** What to type into kasirbox. The certificate files of a V-PFR are made for it. */
async function advice(server: FakePfrServer, folder: string | undefined): Promise<string> {
  const { kind, environment, pac, pin } = server.pfr.options;
  const set = (value: unknown) => `  kasirbox settings set pfr.${environment} '${JSON.stringify(value)}'`;
  if (kind === 'lpfr') {
    const givePin = pin === null ? [] : [`  kasirbox pfr pin     (the PIN is ${pin})`];
    const pinned = server.pin === '' ? {} : { pin: server.pin };
    return ['To use it:', set({ mode: 'lpfr', url: server.url, ...pinned }), ...givePin].join('\n');
  }
  const [pfx, ca, password, setting] = await writeFiles(server, folder, { mode: 'vpfr', url: server.url, pac });
  return [
    'To use it:',
    `  kasirbox settings set pfr.${environment} - < ${setting}`,
    `  kasirbox certificate trust ${ca} --environment ${environment}`,
    `  kasirbox certificate install ${pfx} --environment ${environment} --password-file ${password}`,
  ].join('\n');
}

/** What a taxpayer gets, and the setting: its PAC is no matter for a command line. */
async function writeFiles(
  { pfr, authority, url }: FakePfrServer,
  folder: string | undefined,
  setting: object,
): Promise<[pfx: string, ca: string, password: string, setting: string]> {
  if (authority === undefined) throw new Error('an L-PFR has no certificates');
  const { jid, environment, company } = pfr.options;
  const credentials = await authority.client({ jid, environment, company, vsdc: `${url}/` });
  const place = folder === undefined ? mkdtempSync(join(tmpdir(), 'fake-vpfr-')) : resolve(folder);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const write = (name: string, content: string | Buffer): string => {
    const path = join(place, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };
  const pfx = write(`${jid}.nochain.p12`, makePfx(credentials, { password: PFX_PASSWORD }));
  const password = write('password', `${PFX_PASSWORD}\n`);
  return [pfx, write('ca.pem', authority.pem), password, write('setting.json', JSON.stringify(setting))];
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`fake-pfr: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
