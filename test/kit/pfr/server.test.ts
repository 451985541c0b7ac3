import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { SecureVersion } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { find, get, statusAndBody, invoice, parsed, SALE } from './calling.js';
import { type Credentials, TestAuthority } from './certificates.js';
import type { Fault } from './faults.js';
import { DEFAULTS } from './options.js';
import { FakePfrServer, type ServerOptions } from './server.js';
import type { FakeRequest } from './wire.js';

/** What a client sees of a call: an answer, or how the connection ended and how much had come by then. */
type Seen = { readonly status: number; readonly body: Buffer } | { readonly error: string; readonly bytes: number };

interface ClientTls {
  readonly ca: string;
  readonly credentials?: Credentials | undefined;
  readonly version?: SecureVersion;
}

const started: FakePfrServer[] = [];

test.after(async () => {
  for (const server of started) await server.stop();
});

async function start(options: ServerOptions, ...faults: Fault[]): Promise<FakePfrServer> {
  const server = await FakePfrServer.start({ pin: null, ...options });
  server.faults.add(...faults);
  started.push(server);
  return server;
}

/** `hangs` resolves when the first call does. */
async function startHanging(signs: 'never' | 'now' | 'late') {
  let hung: () => void = () => undefined;
  const hangs = new Promise<void>((resolve) => (hung = resolve));
  const server = await start({ onCall: () => hung() }, { fault: 'hang', signs });
  return { server, hangs };
}

function send(server: FakePfrServer, asked: FakeRequest, tls?: ClientTls): Promise<Seen> {
  const url = server.url + asked.path;
  const options = { method: asked.method, headers: { ...asked.headers }, agent: false as const };
  const credentials = { cert: tls?.credentials?.certificate, key: tls?.credentials?.key };
  const version = tls?.version === undefined ? {} : { maxVersion: tls.version };
  return new Promise((seen) => {
    const call =
      tls === undefined
        ? httpRequest(url, options)
        : httpsRequest(url, { ...options, ca: tls.ca, ...credentials, ...version });
    let body = Buffer.alloc(0);
    const fail = (error: Error) => seen({ error: error.message.replace(/ [\d.:]+$/, ''), bytes: body.length });
    call.on('error', fail).on('response', (response) => {
      response.on('data', (piece: Buffer) => (body = Buffer.concat([body, piece])));
      response.on('error', fail);
      response.on('end', () => seen({ status: response.statusCode ?? 0, body }));
    });
    call.end(asked.body);
  });
}

async function answer(server: FakePfrServer, asked: FakeRequest, tls?: ClientTls) {
  const seen = await send(server, asked, tls);
  if ('error' in seen) throw new Error(`no answer: ${seen.error}`);
  return seen;
}

test('a call hangs for the ordered time, and is signed before or after', async () => {
  const server = await start({}, { fault: 'hang', signs: 'now', ms: 1 }, { fault: 'hang', signs: 'late', ms: 1 });
  for (const id of ['1', '2']) assert.is((await answer(server, invoice(id))).status, 200);
  assert.equal(
    server.pfr.signed.map(({ requestId }) => requestId),
    ['1', '2'],
  );
  assert.is(server.hangingCalls, 0);
});

test('an L-PFR signs over HTTP, below its prefix, and lists its requests', async () => {
  const calls: string[] = [];
  const server = await start({
    prefix: '/token',
    onCall: ({ request, plan }) => calls.push(`${request.method} ${request.path} ${plan.delivery}`),
  });
  const { status } = await answer(server, { ...get(''), path: '/api/v3/status' });
  assert.is(status, 200);
  const signed = parsed(await answer(server, invoice('abc')));
  assert.equal(parsed(await answer(server, find('abc'))), signed);
  assert.equal(calls, [
    'GET /token/api/v3/status whole',
    'POST /token/api/v3/invoices whole',
    'GET /token/api/v3/invoices/abc whole',
  ]);
  assert.is(server.pfr.signed[0]?.requestId, 'abc');
  assert.equal(parsed(server.pfr.signed[0]!), SALE);
});

test('a dropped call is a reset connection, signed or not', async () => {
  const server = await start({}, { fault: 'drop', signs: false }, { fault: 'drop', signs: true });
  assert.equal(await send(server, invoice('1')), { error: 'read ECONNRESET', bytes: 0 });
  assert.is(server.pfr.signed.length, 0);
  assert.equal(await send(server, invoice('2')), { error: 'read ECONNRESET', bytes: 0 });
  assert.is(server.pfr.signed.length, 1);
});

test('a cut answer ends in its middle', async () => {
  const server = await start({}, { fault: 'cut' });
  const seen = await send(server, invoice('1'));
  assert.ok('error' in seen && seen.bytes > 1000);
  const whole = await answer(server, find('1'));
  assert.ok(seen.bytes < whole.body.length);
});

test('an answer that drips arrives whole', async () => {
  const server = await start({}, { fault: 'drip' });
  const dripped = await answer(server, invoice('1'));
  assert.equal(dripped.body, (await answer(server, find('1'))).body);
});

test('a call hangs until it is released, and its answer comes then', async () => {
  const { server, hangs } = await startHanging('late');
  const call = answer(server, invoice('1'));
  await hangs;
  assert.equal([server.hangingCalls, server.pfr.signed.length], [1, 0]);
  server.release();
  assert.is(parsed(await call)['totalCounter'], 1);
  assert.equal([server.hangingCalls, server.pfr.signed.length], [0, 1]);
});

test('a call that hangs for ever is reset when it is released', async () => {
  const { server, hangs } = await startHanging('never');
  const call = send(server, invoice('1'));
  await hangs;
  server.release();
  assert.equal(await call, { error: 'read ECONNRESET', bytes: 0 });
  assert.is(server.pfr.signed.length, 0);
});

test('a client that hung up before a late signing has a receipt nevertheless', async () => {
  const { server, hangs } = await startHanging('late');
  const call = httpRequest(`${server.url}/api/v3/invoices`, {
    ...{ method: 'POST', agent: false, headers: { ...invoice('gone').headers } },
  });
  call.on('error', () => undefined).end(invoice('gone').body);
  await hangs;
  await new Promise((closed) => call.once('close', closed).destroy());
  server.release();
  assert.is(server.pfr.signed[0]?.requestId, 'gone');
  assert.is(parsed(await answer(server, find('gone')))['totalCounter'], 1);
});

test('a stopped processor refuses connections, and is what it was when it is up again', async () => {
  const server = await start({});
  await answer(server, invoice('1'));
  await server.stop();
  assert.equal(await send(server, get('/api/v3/attention')), { error: 'connect ECONNREFUSED', bytes: 0 });
  await server.up();
  assert.is(parsed(await answer(server, invoice('2')))['totalCounter'], 2);
});

test('a V-PFR lets in the client certificate of its authority only', async () => {
  const authority = await TestAuthority.create();
  const subject = { environment: 'sandbox', company: DEFAULTS.company } as const;
  const own = await authority.client({ ...subject, jid: DEFAULTS.jid });
  const another = await authority.client({ ...subject, jid: 'SOMEBODY' });
  const forged = await (await TestAuthority.create()).client({ ...subject, jid: DEFAULTS.jid });
  const expired = await authority.client({ ...subject, jid: DEFAULTS.jid, validity: { from: 0, until: 86_400_000 } });
  const good = { accept: 'application/json', pac: 'ABC123' };
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const server = await start({ kind: 'vpfr', tls: { authority, version } });
    const as = (credentials?: Credentials) => ({ ca: authority.pem, credentials });
    assert.is((await answer(server, invoice('1', SALE, good), as(own))).status, 200);
    assert.is(
      statusAndBody(await answer(server, invoice('2', SALE, {}), as(own))),
      '403 {"Message":"Invalid PAC value."}',
    );
    assert.is((await answer(server, invoice('3', SALE, good), as(another))).status, 403);
    for (const stranger of [undefined, forged, expired]) {
      assert.ok('error' in (await send(server, invoice('4', SALE, good), as(stranger))));
    }
    assert.is(server.pfr.signed.length, 1);
  }
});

test('a V-PFR may let strangers in to answer 403', async () => {
  const authority = await TestAuthority.create();
  const server = await start({ kind: 'vpfr', tls: { authority, untrustedClients: '403' } });
  assert.is((await answer(server, get('/api/v3/attention'), { ca: authority.pem })).status, 403);
});

test('a V-PFR uses the configured version', async () => {
  const authority = await TestAuthority.create();
  const server = await start({ kind: 'vpfr', tls: { authority, version: 'TLSv1.3' } });
  const seen = await send(server, get('/api/v3/attention'), { ca: authority.pem, version: 'TLSv1.2' });
  assert.ok('error' in seen);
});

test('a connection is reset below TLS too', async () => {
  const authority = await TestAuthority.create();
  const { jid, company } = DEFAULTS;
  const credentials = await authority.client({ jid, company, environment: 'sandbox' });
  const server = await start({ kind: 'vpfr', tls: { authority } }, { fault: 'drop', signs: true });
  const seen = await send(server, invoice('1', SALE, { pac: 'ABC123' }), { ca: authority.pem, credentials });
  assert.equal(seen, { error: 'read ECONNRESET', bytes: 0 });
  assert.is(server.pfr.signed.length, 1);
});

test.run();
