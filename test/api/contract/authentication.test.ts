// "Authentication" of the specification of API v1.
import * as fs from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../../invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { read, readError } from '../../kit/client.js';

const ROUTES = [
  ['GET', '/status'],
  ['GET', '/me'],
  ['GET', '/tax-labels'],
  ['GET', '/categories'],
  ['POST', '/invoices'],
  ['GET', '/invoices'],
  ['GET', '/invoices/01936f2a-7c00-7001-8000-0123456789ab'],
  ['GET', '/invoices/01936f2a-7c00-7001-8000-0123456789ab/journal'],
  ['GET', '/items'],
  ['POST', '/items'],
  ['PUT', '/items/1'],
  ['PATCH', '/items/1'],
  ['DELETE', '/items/1'],
] as const;

let box: TestBox;
let secret: { readonly id: number; readonly key: string };

test.before(async () => {
  box = await TestBox.start();
  secret = await box.newKey();
});
test.after(() => box.stop());

test('1: every route requires the header Authorization: Bearer <API_KEY>', async () => {
  for (const [method, path] of ROUTES) {
    const sent = method === 'GET' || method === 'DELETE' ? {} : { json: {} };
    assert.is(readError(401, await box.stranger.call(method, path, sent)).code, 'unauthorized', `${method} ${path}`);
    assert.is.not((await box.stranger.with(secret.key).call(method, path, sent)).status, 401, `${method} ${path}`);
  }
});

test('1: a key starts with kasir_ followed by 48 hex characters', () =>
  assert.match(secret.key, /^kasir_[0-9a-f]{48}$/));

test('2: only the SHA-256 hash of a key is stored', async () => {
  await box.stranger.with(secret.key).get('/me');
  await box.restart();
  const files = fs.readdirSync(box.folder, { recursive: true, encoding: 'utf8' }).map((name) => join(box.folder, name));
  const contents = files.filter((path) => fs.statSync(path).isFile()).map((path) => fs.readFileSync(path, 'latin1'));
  assert.ok(contents.length > 3);
  const random = secret.key.slice('kasir_'.length);
  assert.not.ok(contents.some((content) => content.includes(random) || content.includes(random.slice(-32))));
  assert.not.ok(JSON.stringify(box.core.ledger.main.keys()).includes(random));
  const hashes = box.core.ledger.main.keys().map(({ hash }) => hash);
  assert.ok(hashes.includes(createHash('sha256').update(secret.key).digest('hex')));
  assert.is((await box.stranger.with(secret.key).get('/me')).status, 200);
});

test('3: missing or malformed header, invalid key, or revoked key: 401 unauthorized, in English', async () => {
  const { key } = secret;
  const revoked = await box.newKey();
  await box.core.keys.revoke(revoked.id);
  const headers = [
    undefined,
    '',
    key,
    'Bearer',
    'Bearer ',
    `Basic ${key}`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key}0`,
    `Bearer ${key.toUpperCase()}`,
    `Bearer ${key} ${key}`,
    `Bearer kasir_${'0'.repeat(48)}`,
    `Bearer ${revoked.key}`,
    `Bearer "${key}"`,
  ];
  for (const authorization of headers) {
    const sent = authorization === undefined ? {} : { headers: { Authorization: authorization } };
    const error = readError(401, await box.stranger.get('/me', sent));
    assert.is(error.code, 'unauthorized', authorization);
    assert.match(error.message, /^[A-Za-z ,]+$/);
  }
});

test('3: revocation is immediate, also on a connection that is open', async () => {
  const { id, key } = await box.newKey();
  const caller = box.stranger.with(key);
  read('Me', 200, await caller.get('/me'));
  assert.ok((await box.core.keys.revoke(id)).ok);
  readError(401, await caller.post('/invoices', body()));
});

test('4: keys are not scoped: every active key may call every route', async () => {
  for (const label of ['каса', 'web']) {
    const caller = await box.client(label);
    for (const [method, path] of ROUTES) {
      const sent = method === 'GET' || method === 'DELETE' ? {} : { json: {} };
      assert.ok(![401, 403].includes((await caller.call(method, path, sent)).status), `${method} ${path}`);
    }
  }
});

test('5: only the stored prefix of the key is ever returned', async () => {
  const caller = box.stranger.with(secret.key);
  for (const [method, path] of ROUTES) {
    const sent = method === 'GET' || method === 'DELETE' ? {} : { json: {} };
    assert.not.ok((await caller.call(method, path, sent)).text.includes(secret.key), path);
  }
  const { prefix } = read('Me', 200, await caller.get('/me')).key;
  assert.is(prefix, secret.key.slice(0, prefix.length));
});

test('6, 7: no key in a URL parameter and no other authentication', async () => {
  const { key } = secret;
  for (const query of [`key=${key}`, `api_key=${key}`, `access_token=${key}`, `Authorization=Bearer%20${key}`]) {
    readError(401, await box.stranger.get(`/me?${query}`));
  }
  const basic = Buffer.from(`api:${key}`).toString('base64');
  readError(401, await box.stranger.get('/me', { headers: { Authorization: `Basic ${basic}` } }));
  readError(401, await box.stranger.get('/me', { headers: { 'X-Api-Key': key } }));
});

test.run();
