// turns: 3
// time limit: 240 s
import { execFile } from 'node:child_process';
import { createHash, createPrivateKey } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SETTING_NAMES, SETTINGS } from '../../../src/shop/settings/registry.js';
import { makePfx, TestAuthority } from '../../kit/pfr/certificates.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { kasirbox } from '../../kit/command.js';
import { bundle, cleanUp, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';
import { SmtpServer } from '../../kit/smtp/server.js';
import { COMPANY } from '../../processors/pfr/certificate/files.js';

test.after(stopServices);
test.after(cleanUp);

const PIN = '8305';
const PFX_PASSWORD = 'Pfx-lozinka 5?&';
const BUYER = { id: '10:107456831', email: 'kupac.tajni@primer-kupca.rs' };
const GOODS = 'Крофна са тајним пуњењем';
/** One value for each secret member of a setting. A new secret must be added here, and to the settings below. */
const SETTING_SECRETS = {
  'pfr.sandbox': { pac: 'QX7T2W' },
  'pfr.production': { pac: 'M4KZ9R' },
  mail: { password: 'mejl-ŠIFRA/42+=' },
  notify: {
    token: '8412:tajni-Token_7',
    secret: 'whsec_dGFqbmljYSB6YSBwb3RwaXMgcG9ydWthIQ==',
    url: 'http://127.0.0.1:9/tajna/putanja?kljuc=5',
  },
  stream: { credentials: 'SUACVGCZ2GD3ULIJOJPQHBCNWAVLDIBXX32BQL2SDWS3P2ZQQ5R5SWJECE' },
  webhooks: {
    secret: 'whsec_dGFqbmljYSB6YSBwb3RwaXMgZG9nYcSRYWphIQ==',
    url: 'http://127.0.0.1:9/tajni/prijem?kljuc=6',
  },
} as const;
const STRANGE_KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'TuDjiTajniKljuc0'.repeat(4)}\n-----END RSA PRIVATE KEY-----`;

/** Stands in for the journal of the machine, with what no box writes there but other programs may. */
class Journal {
  readonly folder = temporaryFolder();

  write(...lines: readonly string[]): void {
    writeFileSync(join(this.folder, 'lines'), `${lines.join('\n')}\n`);
    const program = join(this.folder, 'journalctl');
    writeFileSync(program, `#!/bin/sh\nexec cat '${join(this.folder, 'lines')}'\n`);
    chmodSync(program, 0o755);
  }

  get env(): NodeJS.ProcessEnv {
    return { PATH: `${this.folder}:${process.env['PATH'] ?? ''}`, LC_ALL: 'C.UTF-8' };
  }
}

/** The texts of a bundle by their names. */
async function unpacked(bytes: Uint8Array): Promise<Map<string, string>> {
  const entries = await unpackTar(gunzipSync(bytes));
  return new Map(
    entries.map(({ header, data }) => [
      header.name.replace('kasirbox-support/', ''),
      Buffer.from(data ?? []).toString(),
    ]),
  );
}

/** A secret as it is, and in every encoding that a program may give it. */
function spellings(secret: string | Buffer): string[] {
  const bytes = Buffer.from(secret);
  const text = bytes.toString();
  const escaped = Array.from(text, (character) =>
    character > '~' ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character,
  ).join('');
  // Within other bytes; the characters at the ends also encode parts of those.
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(before === 0 ? 0 : before + 1, -1),
  );
  const hex = bytes.toString('hex');
  const all = [
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  if (!Buffer.from(text).equals(bytes)) return all;
  const url = encodeURIComponent(text);
  const lower = url.replace(/%../g, (escape) => escape.toLowerCase());
  return [...all, text, escaped, JSON.stringify(text).slice(1, -1), url, lower];
}

/** Everything that must not be found, by its kind. */
type Secrets = Map<string, readonly (string | Buffer)[]>;

function findings(files: ReadonlyMap<string, string>, secrets: Secrets): string[] {
  const found: string[] = [];
  for (const [file, text] of files) {
    for (const [what, values] of secrets) {
      for (const value of values) {
        const spelled = spellings(value).find((spelling) => text.includes(spelling));
        if (spelled !== undefined) found.push(`${what} in ${file}: ${spelled.slice(0, 40)}`);
      }
    }
    // A PIN is short: it is searched as a word, and not among the figures of the machine and the ledger.
    const isOfFigures = ['machine.txt', 'ledger-end.json', 'ledger-verify.txt'].includes(file);
    if (!isOfFigures && new RegExp(`(?<![\\dA-Za-z])${PIN}(?![\\dA-Za-z])`).test(text)) found.push(`PIN in ${file}`);
  }
  return found;
}

/** The rows of a private key in PEM, and its secret number. */
function privateKey(pem: string): (string | Buffer)[] {
  const { d } = createPrivateKey(pem).export({ format: 'jwk' });
  const lines = pem.split('\n').filter((line) => line.length >= 20 && !line.startsWith('-'));
  return [...lines, Buffer.from(String(d), 'base64url')];
}

/** A box that holds a secret of every kind, and those secrets. */
async function filledBox(place: string): Promise<{ readonly box: ServiceHere; readonly secrets: Secrets }> {
  const secrets: Secrets = new Map();
  const box = await ServiceHere.start({ folder: join(place, 'data') });
  const run = async (args: readonly string[], input = ''): Promise<string> => {
    const { code, stdout, stderr } = await box.command(args, { input });
    assert.is(code, 0, `${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  };
  const set = (name: string, value: unknown): Promise<string> =>
    run(['settings', 'set', name, '-'], JSON.stringify(value));

  const keys = await box.keys(2);
  secrets.set('API key', keys);
  secrets.set(
    'hash of an API key',
    keys.map((key) => createHash('sha256').update(key).digest()),
  );
  const [key = ''] = keys;

  const fake = await FakePfrServer.start({ environment: 'sandbox' });
  await SmtpServer.during({}, async (server) => {
    try {
      await set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
      fake.pfr.card.givePin('1234');
      // A wrong PIN, which went through the box, too.
      await box.command(['pfr', 'pin'], { input: `${PIN}\n` });
      await box.command(['pfr', 'pin'], { input: '1234\n' });
      const mail = { host: '127.0.0.1', port: server.port, secure: false, from: 'Pekara <kasa@pekara.rs>' };
      await set('stream', { url: 'tls://127.0.0.1:9', subject: 'kasirbox.pijaca', ...SETTING_SECRETS.stream });
      await set('mail', mail);
      const item = { name: GOODS, quantity: 1, unitPrice: 150, label: 'Ђ' };
      await box.send('POST', '/items', key, { name: GOODS, price: 150, label: 'Ђ' });
      await set('printers', [
        { name: 'kasa', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster', autoPrint: true },
      ]);
      const { uuid, journal, ...receipt } = await box.issue(key, { items: [item], buyerId: BUYER.id });
      const sent = await box.send('POST', `/invoices/${uuid}/email`, key, { to: BUYER.email });
      assert.is(sent.status, 200, sent.text);
      assert.ok(journal.includes(BUYER.id));
      const link = (receipt.pfr as { readonly verificationUrl?: string }).verificationUrl ?? '';
      secrets.set('link of a receipt', [link, link.replace(/^.*vl=/, '')]);
      const { token, secret, url } = SETTING_SECRETS.notify;
      const messages = { url, receipts: false, alarms: false };
      await set('notify', { kind: 'bot', token, chat: 1, ...messages });
      await set('notify', { kind: 'webhook', secret, ...messages });
      await set('webhooks', [{ name: 'web-shop', ...SETTING_SECRETS.webhooks }]);
      await set('mail', { ...mail, user: 'kasa-korisnik', ...SETTING_SECRETS.mail });
    } finally {
      await fake.stop();
    }
  });
  secrets.set('buyer', [BUYER.id.slice(3), BUYER.email]);
  secrets.set('goods', [GOODS]);

  const authority = await TestAuthority.create();
  const clientKeys: (string | Buffer)[] = [];
  for (const environment of ['sandbox', 'production'] as const) {
    const jid = environment === 'sandbox' ? 'SAND0001' : 'PROD0001';
    const credentials = await authority.client({ company: COMPANY, jid, environment });
    const file = join(place, `${environment}.p12`);
    writeFileSync(file, makePfx(credentials, { password: PFX_PASSWORD, ciphers: 'rc2' }));
    await run(['certificate', 'install', file, '--environment', environment], PFX_PASSWORD);
    clientKeys.push(...privateKey(credentials.key));
    await set(`pfr.${environment}`, { mode: 'vpfr', ...SETTING_SECRETS[`pfr.${environment}`] });
  }
  secrets.set('key of a V-PFR certificate', clientKeys);
  secrets.set('password of a certificate', [PFX_PASSWORD]);
  for (const [name, members] of Object.entries(SETTING_SECRETS)) secrets.set(`setting ${name}`, Object.values(members));

  const [code, identity] = [await run(['backup', 'code']), await run(['backup', 'code', '--identity'])];
  secrets.set('backup code', [code, code.replaceAll('-', ''), identity]);
  const inFolder = (name: string): string => readFileSync(join(box.folder, name), 'latin1');
  secrets.set('TLS key', [...privateKey(inFolder('tls/ca.key')), ...privateKey(inFolder('tls/server.key'))]);
  const sealed = readdirSync(join(box.folder, 'pfr')).map((name) => readFileSync(join(box.folder, 'pfr', name)));
  secrets.set(
    'key of the box',
    sealed.filter(({ length }) => length === 32),
  );
  assert.is(secrets.get('key of the box')?.length, 1);
  secrets.set('key of the settings', [readFileSync(join(box.folder, 'secrets/settings.key'))]);
  return { box, secrets };
}

const FILES = [
  'about.txt',
  'machine.txt',
  'doctor.txt',
  'doctor.json',
  'settings.json',
  'printers.json',
  'print-jobs.json',
  'pfr-certificates.json',
  'tls.json',
  'ledger-end.json',
  'ledger-verify.txt',
  'journal.txt',
];

test('a bundle holds none of the secrets of a box in any encoding, and all that is needed, whether a service runs or not', async () => {
  const members = Object.fromEntries(
    Object.entries(SETTING_SECRETS).map(([name, value]) => [name, Object.keys(value)]),
  );
  const named = SETTING_NAMES.map((name) => [name, SETTINGS[name].secrets] as const);
  const secretMembers = Object.fromEntries(named.filter(([, secrets]) => secrets !== undefined));
  assert.equal(members, secretMembers, 'each secret of the settings is looked for');
  const place = temporaryFolder();
  const { box, secrets } = await filledBox(place);
  const journal = new Journal();
  secrets.set('key of others', [STRANGE_KEY.split('\n')[1] ?? '']);
  journal.write(
    'systemd[1]: Started kasirbox.',
    'curl: Authorization: Bearer abc.def-ghi',
    `mail: ${BUYER.email}; {"user":"x","password":"${SETTING_SECRETS.mail.password}"} {"pin": "${PIN}"}`,
    `link ${String(secrets.get('link of a receipt')?.[0])}`,
    ...(secrets.get('API key') ?? []).map((key) => `key ${String(key)} was refused`),
    ...(secrets.get('backup code') ?? [])
      .filter((code) => String(code).includes('-'))
      .map((code) => `code ${String(code)}`),
    STRANGE_KEY,
    'kasirbox[1]: the last line',
  );

  for (const isServed of [true, false]) {
    if (!isServed) await box.stop();
    const file = join(place, `bundle-${String(isServed)}.tar.gz`);
    const { code, stdout, stderr } = await box.command(['support-bundle', file], { env: journal.env });
    assert.is(code, 0, stderr);
    assert.is(stdout, '');
    assert.is(stderr, `${file}: send it to your technician.\n`);
    assert.is(statSync(file).mode & 0o777, 0o600);
    const files = await unpacked(readFileSync(file));
    assert.equal([...files.keys()], FILES);
    assert.equal(findings(files, secrets), [], isServed ? 'of a service' : 'of a folder');

    const text = (name: string): string => files.get(name) ?? '';
    assert.match(text('about.txt'), /^kasirbox \d/);
    assert.match(text('machine.txt'), /^MemAvailable: +\d+ kB$/m);
    assert.match(text('machine.txt'), /^room: \d+ of \d+ bytes free/m);
    assert.match(text('machine.txt'), /^mounted: \S+ \/\S* \S+ rw/m);
    assert.match(text('doctor.txt'), /^ledger +ok +The ledger is sound/m);
    const states = [...text('doctor.txt').matchAll(/^\S+ +(failure|warning|ok) /gm)].map(([, state]) => state);
    assert.match(states.join(' '), /^(?:failure )*(?:warning )+ok(?: ok)*$/, 'the worst first, as doctor shows them');
    assert.match(text('doctor.txt'), isServed ? /^service +ok /m : /^service +failure +No service is running/m);
    assert.ok(
      (JSON.parse(text('doctor.json')) as readonly { readonly name: string }[]).some(
        ({ name }) => name === 'pfr-certificate' || name === 'pfr',
      ),
    );
    assert.match(text('settings.json'), /"pac": "[^A-Z]*"/);
    assert.match(text('print-jobs.json'), /"state": "(?:queued|blocked)"/);
    assert.match(text('pfr-certificates.json'), /"jid": "SAND0001"/);
    assert.match(text('tls.json'), /"fingerprint256": "[0-9A-F:]{95}"/);
    assert.match(text('ledger-end.json'), /"sequence": \d+/);
    assert.match(text('ledger-verify.txt'), /^result +1$[^]*all intact and chained/m);
    assert.match(text('journal.txt'), /^systemd\[1\]: Started kasirbox\.$[^]*^kasirbox\[1\]: the last line$/m);
  }
});

test('a fault in one file costs no other, and of a long journal the newest entries are kept within the limit', async () => {
  const place = temporaryFolder();
  const journal = new Journal();
  journal.write(...Array.from({ length: 20_000 }, (_, line) => `line ${line} ${'x'.repeat(30)}`));
  const folder = join(place, 'data');
  mkdirSync(folder);
  writeFileSync(join(folder, 'restore.unfinished'), '');
  const { stdout } = await promisify(execFile)(process.execPath, [bundle(), 'support-bundle', '-', '--data', folder], {
    encoding: 'buffer',
    env: { ...process.env, ...journal.env },
  });
  const files = await unpacked(stdout);
  assert.equal([...files.keys()], FILES);
  assert.match(files.get('settings.json') ?? '', /^could not be had: .* is left over from an interrupted restore\./);
  assert.match(files.get('machine.txt') ?? '', /^data folder: /m);
  const kept = files.get('journal.txt') ?? '';
  assert.match(kept, /^line \d+ x+\n[^]*^line 19999 x+\n$/m);
  assert.ok(kept.length <= 256 * 1024 && kept.length > 255 * 1024, `${kept.length}`);
  for (const text of files.values()) assert.ok(Buffer.byteLength(text) <= 256 * 1024);
});

test('where no journal can be read, the bundle has the other files, and the command says what is missing', async () => {
  const place = temporaryFolder();
  const file = join(place, 'bundle.tar.gz');
  const journal = new Journal();
  journal.write('');
  writeFileSync(join(journal.folder, 'journalctl'), '#!/bin/sh\necho "No journal files were opened" >&2\nexit 1\n');
  const { code, stderr } = await kasirbox(['support-bundle', file, '--data', join(place, 'data')], {
    env: journal.env,
  });
  assert.is(code, 0);
  assert.match(stderr, /^without journal\.txt: .*No journal files were opened/m);
  assert.is([...(await unpacked(readFileSync(file))).keys()].length, FILES.length);
});

test.run();
