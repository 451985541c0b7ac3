// Which TLS the box offers, as the `openssl` program finds it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../kit/box.js';

let box: TestBox;

test.before(async () => {
  box = await TestBox.start();
});
test.after(() => box.stop());

interface Output {
  readonly code: number | null;
  readonly text: string;
}

/** Runs `openssl s_client` against the box; `say` goes over the connection once the handshake is done. */
function openssl(args: readonly string[], say = ''): Promise<Output> {
  const to = ['-connect', new URL(box.origin).host, '-CAfile', join(box.folder, 'tls', 'ca.pem')];
  const child = spawn('openssl', ['s_client', ...to, '-no-CApath', '-verify_return_error', ...args]);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      // The end of its input ends it, as soon as the handshake is over.
      if (/Verify return code|RENEGOTIATING[^]*error/.test(text)) child.stdin.end();
    });
  }
  child.stdin.on('error', () => undefined).write(say);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text })));
}

const named = ['-verify_hostname', 'localhost'];

for (const [option, version] of [
  ['-tls1_2', 'TLSv1.2'],
  ['-tls1_3', 'TLSv1.3'],
] as const) {
  test(`${version} is spoken, with a chain that ca.pem proves, forward secrecy and no compression`, async () => {
    const { code, text } = await openssl([option, ...named]);
    assert.is(code, 0, text);
    assert.match(text, new RegExp(`New, ${version}, Cipher is \\S+`));
    assert.match(text, /Cipher is (TLS|ECDHE)\S+(GCM|POLY1305)/);
    assert.match(text, /Compression: NONE/);
    assert.match(text, /Verify return code: 0 \(ok\)/);
  });
}

for (const option of ['-tls1', '-tls1_1']) {
  test(`${option} is refused, also to a client that wants it`, async () => {
    const { code, text } = await openssl([option, '-cipher', 'ALL:@SECLEVEL=0']);
    assert.is(code, 1, text);
    assert.match(text, /alert protocol version/);
  });
}

for (const ciphers of ['NULL', 'aNULL', '3DES', 'RC4', 'AES128-SHA', 'ECDHE-ECDSA-AES256-SHA', 'PSK']) {
  test(`a client that knows nothing but ${ciphers} is refused`, async () => {
    const { code, text } = await openssl(['-tls1_2', '-cipher', `${ciphers}:@SECLEVEL=0`]);
    assert.is(code, 1, text);
    assert.match(text, /alert handshake failure|no cipher match|no ciphers available/);
  });
}

test('another name, or another authority, is not proven', async () => {
  const other = await openssl(['-verify_hostname', 'other.local']);
  assert.is(other.code, 1, other.text);
  assert.match(other.text, /[Hh]ostname mismatch/);
  const untrusted = await openssl(['-CAfile', '/dev/null', ...named]);
  assert.is(untrusted.code, 1, untrusted.text);
});

test('no client may renegotiate', async () => {
  const { text } = await openssl(['-tls1_2', ...named], 'R\n');
  assert.match(text, /RENEGOTIATING/);
  assert.match(text, /no renegotiation/);
});

test.run();
