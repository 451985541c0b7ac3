// turns: 4
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newFolder } from '../kit/folder.js';
import { makePfx } from '../kit/pfr/certificates.js';
import { DEFAULTS } from '../kit/pfr/options.js';
import { FakePfrServer } from '../kit/pfr/server.js';
import { RUN_TYPESCRIPT } from '../kit/typescript.js';

const MAIN = resolve(import.meta.dirname, 'main.ts');

/** Runs `npm run test:sandbox` with these variables and no others of its kind. */
function run(
  given: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('KASIRBOX_SANDBOX_'));
  const named = Object.entries(given).map(([name, value]) => [`KASIRBOX_SANDBOX_${name}`, value]);
  const env = Object.fromEntries([...others, ...named]) as NodeJS.ProcessEnv;
  return new Promise((done) => {
    const child = spawn(process.execPath, [...RUN_TYPESCRIPT, MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    }
    child.on('close', (code) => done({ code, said }));
  });
}

test('without an address it says that it was skipped, and what is missing', async () => {
  const { code, said } = await run({ URL: 'https://vsdc.sandbox.suf.purs.gov.rs' });
  assert.is(code, 0);
  assert.match(said, /^skipped: .*KASIRBOX_SANDBOX_PFX, KASIRBOX_SANDBOX_PASSWORD_FILE, KASIRBOX_SANDBOX_PAC/);
});

test('an address of the real world is refused', async () => {
  const { code, said } = await run({ LPFR_URL: 'https://vsdc.suf.purs.gov.rs' });
  assert.is(code, 2);
  assert.match(said, 'not of the sandbox');
});

test('it holds an L-PFR to its promises', async () => {
  const server = await FakePfrServer.start({ pin: null });
  try {
    const { code, said } = await run({ LPFR_URL: server.url });
    assert.is(code, 0, said);
    assert.match(said, /Passed: +20/);
  } finally {
    await server.stop();
  }
});

test('it holds a V-PFR to its promises, with the certificate from its file', async () => {
  const server = await FakePfrServer.start({ kind: 'vpfr' });
  try {
    const { jid, company, pac } = DEFAULTS;
    const credentials = await server.authority?.client({ jid, company, environment: 'sandbox' });
    if (server.authority === undefined || credentials === undefined) throw new Error('a V-PFR has certificates');
    const folder = newFolder('sandbox');
    mkdirSync(folder);
    const file = (name: string, content: string | Buffer): string => {
      writeFileSync(join(folder, name), content, { mode: 0o600 });
      return join(folder, name);
    };
    const { code, said } = await run({
      URL: server.url,
      PFX: file('client.pfx', makePfx(credentials, { password: 'TAJNA123', ciphers: 'rc2' })),
      PASSWORD_FILE: file('password', 'TAJNA123\n'),
      PAC: pac,
      CA: file('ca.pem', server.authority.pem),
    });
    assert.is(code, 0, said);
    assert.match(said, /Passed: +20/);
    assert.ok(server.pfr.signed.length > 20);
  } finally {
    await server.stop();
  }
});

test('a processor that does not keep its promises is found out', async () => {
  const server = await FakePfrServer.start({ pin: null });
  try {
    server.faults.add({ fault: 'broken-link', standing: true });
    const { code, said } = await run({ LPFR_URL: server.url });
    assert.is(code, 1);
    assert.match(said, 'FAIL');
  } finally {
    await server.stop();
  }
});

test.run();
