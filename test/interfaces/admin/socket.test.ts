import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { callService, socketPath } from '../../../src/interfaces/admin/socket.js';
import { TestBox } from '../../kit/box.js';
import { newFolder } from '../../kit/folder.js';
import { inEnglish } from '../../kit/inEnglish.js';

const test = suite<{ box: TestBox }>('control.sock');

test.before(async (context) => {
  context.box = await TestBox.start();
});

test.after(async ({ box }) => {
  await box.stop();
});

/** Sends bytes as they are, and reads the whole answer. */
function send(box: TestBox, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(socketPath(box.folder));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('end', () => {
      resolve(answer);
    });
    socket.on('error', reject);
    socket.end(bytes);
  });
}

const MALFORMED: readonly string[] = [
  '',
  'garbage\n',
  '[]\n',
  'null\n',
  '{"name":"keys.create"}\n',
  '{"name":"keys.create","ask":null}\n',
  '{"name":"keys.create","ask":{"label":5}}\n',
  '{"name":"keys.revoke","ask":{"id":"1"}}\n',
  '{"name":"keys.revoke","ask":{"id":1.5}}\n',
  '{"name":"settings.show","ask":{"name":7}}\n',
  '{"name":"settings.set","ask":{"name":"environment"}}\n',
  '{"name":"settings.set","ask":[]}\n',
  '{"name":"certificate.install","ask":{"environment":"sandbox","key":"x","certificate":"x"}}\n',
  '{"name":"certificate.install","ask":{"environment":"test","key":"x","certificate":"x","chain":[]}}\n',
  '{"name":"certificate.install","ask":{"environment":"sandbox","key":"x","certificate":"x","chain":[]}}\n',
  '{"name":"certificate.install","ask":{"environment":"sandbox","key":"x","certificate":"x","chain":[1]}}\n',
  '{"name":"certificate.show","ask":{}}\n',
  '{"name":"certificate.remove","ask":{"environment":"sandbox"}}\n',
  '{"name":"certificate.trust","ask":{"environment":"sandbox"}}\n',
  '{"name":"certificate.trust","ask":{"environment":"sandbox","bundle":"AAAA"}}\n',
  '{"name":"doctor","ask":3}\n',
  '{"name":"items.import","ask":{"rows":{}}}\n',
  '{"name":"items.import","ask":{"rows":[null]}}\n',
  '{"name":"items.import","ask":{"rows":[{"line":"1","fields":{}}]}}\n',
  '{"name":"items.check","ask":{"rows":[{"line":1,"fields":[]}]}}\n',
  `{"name":"items.check","ask":{"rows":[${'{"line":1,"fields":{}},'.repeat(10_000)}{"line":1,"fields":{}}]}}\n`,
  '{"name":"pfr.test","ask":{}}\n',
  '{"name":"print.test","ask":{}}\n',
  '{"name":"print.jobs","ask":{}}\n',
  '{"name":"print.jobs","ask":{"all":"yes"}}\n',
  '{"name":"print.again","ask":{"printer":"kasa"}}\n',
  '{"name":"print.cancel","ask":{"id":"1"}}\n',
  '{"name":"print.logo","ask":{"name":"kasa"}}\n',
  '{"name":"__proto__","ask":{}}\n',
  '{"name":"format.disk","ask":{}}\n',
];

test('a malformed question is refused with a message, and the service continues', async ({ box }) => {
  for (const question of MALFORMED) {
    const answer = JSON.parse(await send(box, question)) as { ok: boolean; error: string };
    assert.is(answer.ok, false, question.slice(0, 100));
    assert.match(answer.error, /\w+ \w+/, question);
  }
  const reply = JSON.parse(await send(box, '{"name":"ledger.end","ask":{}}\n')) as { ok: boolean };
  assert.is(reply.ok, true);
});

test('a certificate that is longer than any real one is refused before it is read', async ({ box }) => {
  const asked = { environment: 'sandbox', key: 'x', certificate: 'x', chain: [] };
  const long = 'x'.repeat(33 * 1024);
  const large = { key: { key: long }, certificate: { certificate: long }, chain: { chain: Array(21).fill('x') } };
  for (const [field, part] of Object.entries(large)) {
    const answer = await send(box, `${JSON.stringify({ name: 'certificate.install', ask: { ...asked, ...part } })}\n`);
    assert.match(answer, new RegExp(`invalid at \\\\"${field}`));
  }
});

test('a question of more than 32 MiB is not read to its end', async ({ box }) => {
  const answer = JSON.parse(await send(box, 'x'.repeat(33 * 1024 * 1024))) as { ok: boolean };
  assert.is(answer.ok, false);
});

test('a client that goes away while its PIN waits for the card is missed', async ({ box }) => {
  const { cards } = box.parts;
  const isMissed = new Promise<void>((resolve) => {
    cards.enterPin = async ({ signal }) => {
      socket.destroy();
      if (signal?.aborted !== true) await new Promise((aborted) => signal?.addEventListener('abort', aborted));
      resolve();
      return { kind: 'gone' };
    };
  });
  const socket = createConnection(socketPath(box.folder));
  socket.write('{"name":"card.pin","ask":{"pin":"1234"}}\n');
  await isMissed;
});

test('the wait for a service that hangs has an end', async () => {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  const hanging = createServer(() => undefined).listen(socketPath(folder));
  await once(hanging, 'listening');
  const reply = await callService(folder, 'ledger.end', {}, 1);
  assert.match(String(inEnglish(reply?.ok === false ? reply.error : '')), /does not respond/);
  hanging.close();
});

test.run();
