// time limit: 60 s
import { execFile } from 'node:child_process';
import { createHash, type X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PkiApplet } from '../../../../src/processors/card/applets/pki.js';
import { SecureElement } from '../../../../src/processors/card/applets/secureElement.js';
import { pcscBackend } from '../../../../src/processors/card/pcsc/pcscBackend.js';
import { newCard } from '../../../kit/card/cards.js';
import { must } from '../../../kit/card/must.js';
import { Pcscd, testWithPcscd } from '../../../kit/card/pcscd.js';
import { ReaderEvents } from '../../../kit/card/readerEvents.js';
import type { TaxCard } from '../../../kit/card/taxCard.js';
import { newFolder } from '../../../kit/folder.js';
import { cleanUp } from '../../../kit/process.js';

test.after(cleanUp);

const run = promisify(execFile);
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

function testWithOpenSc(name: string, work: () => Promise<void>): void {
  if (existsSync('/usr/bin/pkcs11-tool')) testWithPcscd(name, work);
  else {
    console.log('skipped: the Debian package opensc');
    test.skip(name, work);
  }
}

/** OpenSC, limited to these drivers: all of them would query the card 28 times first. */
class OpenSc {
  readonly folder = newFolder('opensc');
  private readonly env: NodeJS.ProcessEnv;

  constructor(pcscd: Pcscd) {
    mkdirSync(this.folder);
    const settings = this.file('opensc.conf');
    writeFileSync(
      settings,
      'app default {\n  card_drivers = gids;\n  framework pkcs15 { use_file_caching = no; }\n}\n',
    );
    this.env = { ...pcscd.env, OPENSC_CONF: settings };
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  async tool(...args: readonly string[]): Promise<void> {
    await run('pkcs11-tool', args, { env: this.env });
  }
}

async function scene(card: TaxCard) {
  const pcscd = await Pcscd.start();
  const reader = must(await pcscBackend({ socket: pcscd.socket }).open(Pcscd.READER));
  const events = new ReaderEvents(reader);
  pcscd.insert(card);
  await events.next();
  return { pcscd, reader, openSc: new OpenSc(pcscd) };
}

/** Does `openssl` find that the key of a certificate has signed a file? Rejects when not. */
async function opensslVerifies(certificate: X509Certificate, openSc: OpenSc, signature: string): Promise<void> {
  const key = openSc.file('key.pem');
  writeFileSync(key, certificate.publicKey.export({ type: 'spki', format: 'pem' }));
  const args = ['-sha256', '-verify', key, '-signature', signature, openSc.file('text')];
  const { stdout } = await run('openssl', ['dgst', ...args]);
  assert.is(stdout, 'Verified OK\n');
}

testWithOpenSc(
  'OpenSC and the box read the same certificate, and openssl verifies what each has the card sign',
  async () => {
    const { pcscd, reader, openSc } = await scene(await newCard());
    const text = openSc.file('text');
    writeFileSync(text, 'Пекара Зора');
    const theirs = openSc.file('certificate.der');
    await openSc.tool('--read-object', '--type', 'cert', '--id', '00', '--output-file', theirs);
    const theirSignature = openSc.file('their.signature');
    const signing = ['--sign', '--mechanism', 'SHA256-RSA-PKCS', '--id', '00', '--login', '--pin', '1234'];
    await openSc.tool(...signing, '--input-file', text, '--output-file', theirSignature);

    const link = must(await reader.connect());
    const applet = granted(await PkiApplet.select(link));
    const certificate = granted(await applet.certificate());
    assert.equal(certificate.raw, readFileSync(theirs));
    assert.equal(granted(await applet.verify('1234')), { kind: 'right' });
    const digest = createHash('sha256').update(readFileSync(text)).digest();
    const ourSignature = openSc.file('our.signature');
    writeFileSync(ourSignature, granted(await applet.sign(Buffer.concat([SHA256_INFO, digest]))));

    await opensslVerifies(certificate, openSc, theirSignature);
    await opensslVerifies(certificate, openSc, ourSignature);
    const element = granted(await SecureElement.select(link));
    assert.ok(granted(await element.certificate()));
    await link.close();
    await pcscd.stop();
  },
);

testWithOpenSc('a wrong PIN by OpenSC is counted on an older card, and the box reads the same count', async () => {
  const { pcscd, reader, openSc } = await scene(await newCard({ version: '1.1.0' }));
  const refused = await openSc.tool('--login', '--pin', '4321', '--list-objects').then(
    () => 'let in',
    (error: unknown) => String(error),
  );
  assert.match(refused, /CKR_PIN_INCORRECT/);
  const link = must(await reader.connect());
  const applet = granted(await PkiApplet.select(link));
  assert.is(granted(await applet.triesLeft()), 4);
  await link.close();
  await pcscd.stop();
});

function granted<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!result.ok) throw new Error(`instead of a value: ${JSON.stringify(result.error)}`);
  return result.value;
}

test.run();
