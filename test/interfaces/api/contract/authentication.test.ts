// "Authentication" of the specification of API v1, where test/conformance cannot see it from outside.
import * as fs from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../../kit/box.js';
import { serveWithoutSocket } from '../../../kit/serve.js';

let box: TestBox;
let secret: { readonly id: number; readonly key: string };

test.before(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
  secret = await box.newKey();
});
test.after(() => box.stop());

test('2: only the SHA-256 hash of a key is stored', async () => {
  await box.anonymous.with(secret.key).get('/me');
  await box.restart();
  const files = fs.readdirSync(box.folder, { recursive: true, encoding: 'utf8' }).map((name) => join(box.folder, name));
  const contents = files.filter((path) => fs.statSync(path).isFile()).map((path) => fs.readFileSync(path, 'latin1'));
  assert.ok(contents.length > 3);
  const random = secret.key.slice('kasir_'.length);
  assert.not.ok(contents.some((content) => content.includes(random) || content.includes(random.slice(-32))));
  assert.not.ok(JSON.stringify(box.parts.ledger.main.keys()).includes(random));
  const hashes = box.parts.ledger.main.keys().map(({ hash }) => hash);
  assert.ok(hashes.includes(createHash('sha256').update(secret.key).digest('hex')));
  assert.is((await box.anonymous.with(secret.key).get('/me')).status, 200);
});

test.run();
