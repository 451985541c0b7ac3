import { X509Certificate } from 'node:crypto';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../../kit/box.js';
import { freePort } from '../../../kit/port.js';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function ask(
  port: number,
  path: string,
  options: { method?: string; agent?: string; body?: string } = {},
): Promise<Answer> {
  const { method = 'GET', agent = 'test', body } = options;
  return new Promise((resolve, reject) => {
    const headers = { 'User-Agent': agent, ...(body !== undefined && { 'Content-Length': String(body.length) }) };
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** A box with the helper page on a free port. */
function withHelper(work: (port: number, box: TestBox) => Promise<void>): Promise<void> {
  return TestBox.during(async (box) => {
    const port = await freePort();
    await box.set('helperPort', port);
    await until(box, 'helper.started');
    await work(port, box);
  });
}

/** Waits for an event of the log; the runner ends a test that waits for ever. */
async function until(box: TestBox, event: string): Promise<void> {
  while (!box.log.some((line) => line['event'] === event)) await new Promise(setImmediate);
}

test('it serves the page, the certificate in three forms, its style and script, and nothing else', async () => {
  await withHelper(async (port, box) => {
    const page = await ask(port, '/');
    assert.is(page.status, 200);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.not.match(policy, /unsafe|sha256|\*/);
    assert.ok(policy.includes(`connect-src ${box.origin}`));

    const ca = new X509Certificate((await ask(port, '/ca.pem')).body);
    assert.ok(ca.ca);
    assert.match(
      page.body.toString(),
      new RegExp(ca.fingerprint256.replaceAll(':', '').match(/.{4}/g)?.join(' ') ?? 'none'),
    );
    const der = await ask(port, '/ca.crt');
    assert.is(der.headers['content-type'], 'application/x-x509-ca-cert');
    assert.equal(der.body, ca.raw);
    const profile = await ask(port, '/ca.mobileconfig');
    assert.is(profile.headers['content-type'], 'application/x-apple-aspen-config');
    assert.ok(profile.body.toString().includes(`<data>${ca.raw.toString('base64')}</data>`));
    assert.equal((await ask(port, '/ca.mobileconfig')).body, profile.body, 'a second download replaces the first');
    for (const path of ['/helper.css', '/helper.js']) assert.is((await ask(port, path)).status, 200);

    for (const path of [
      '/app.js',
      '/web/session',
      '/api/v1/status',
      '/v',
      '/metrics',
      '/ca.key',
      '/../tls/ca.key',
      '//',
      '/ca.pem/',
    ]) {
      const { status, headers } = await ask(port, path);
      assert.equal([status, headers['set-cookie']], [404, undefined], path);
    }
    const head = await ask(port, '/', { method: 'HEAD' });
    assert.equal([head.status, head.body.length], [200, 0]);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      assert.is((await ask(port, '/', { method })).status, 405, method);
    assert.is((await ask(port, '/', { body: 'x' })).status, 405, 'no body is read');
  });
});

test('the device is told by its browser or chosen, the language by the address, and nothing of a caller is shown', async () => {
  await withHelper(async (port) => {
    const agents = {
      android: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0 Mobile',
      ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1',
      windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0',
      mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15',
      linux: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0',
    };
    for (const [name, agent] of Object.entries(agents)) {
      const { body } = await ask(port, '/', { agent });
      assert.match(body.toString(), new RegExp(`for=${name}" aria-current`), name);
      assert.match((await ask(port, `/?for=${name}`)).body.toString(), new RegExp(`for=${name}" aria-current`));
    }
    assert.match((await ask(port, '/')).body.toString(), /Преузми сертификат/);
    assert.match((await ask(port, '/?lang=lat')).body.toString(), /Preuzmi sertifikat/);
    assert.match((await ask(port, '/?lang=en')).body.toString(), /Download the certificate/);
    const hostile = await ask(port, '/?lang=%22%3E%3Cscript%3E&for=%3Cscript%3E', {
      agent: '<script>alert(1)</script>',
    });
    assert.is(hostile.status, 200);
    assert.not.match(hostile.body.toString(), /<script>/);
  });
});

test('a port that is taken keeps nobody from selling, and another port takes effect at once', async () => {
  await withHelper(async (port, box) => {
    const client = await box.client();
    await box.set('helperPort', Number(new URL(box.origin).port));
    await until(box, 'helper.failed');
    assert.is((await client.get('/status')).status, 200);
    await assertRefused(port);
    await box.set('helperPort', null);
    await box.set('helperPort', port);
    while ((await ask(port, '/').catch(() => undefined))?.status !== 200) await new Promise(setImmediate);
  });
});

test('one address has eight connections at a time, and the ninth is closed', async () => {
  await withHelper(async (port) => {
    const held = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(held.map((socket) => new Promise((opened) => socket.once('connect', opened))));
    const ninth = connect(port, '127.0.0.1').on('error', () => undefined);
    await new Promise((closed) => ninth.once('close', closed));
    held[0]?.destroy();
    while ((await ask(port, '/').catch(() => undefined))?.status !== 200) await new Promise(setImmediate);
    for (const socket of held) socket.destroy();
  });
});

async function assertRefused(port: number): Promise<void> {
  const refused = await ask(port, '/').catch((error: unknown) => error);
  assert.instance(refused, Error, 'nothing listens there any more');
}

test.run();
