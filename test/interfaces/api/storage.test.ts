import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { uuidBytes } from '../../../src/base/cryptography.js';
import type { StorageFailure } from '../../../src/platform/ledger/entry.js';
import { body, line } from '../../sales/invoicing/bodies.js';
import { type Invoice, invoiceAlone } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError, type Reply } from '../../kit/client.js';
import { failingDisk } from '../../kit/disk/failing.js';
import { seededRandom } from '../../kit/random.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import { Turns } from '../../kit/turns.js';

/** Each has boxes of its own. */
const turns = new Turns(3);

const random = seededRandom();
const LETTERS = 'абвгдђежзијклљмнњопрстћуфхцчџшАБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШ';

/** A request whose record does not compress well. */
const bulky = (lines: number) => ({
  items: Array.from({ length: lines }, () => line({ name: random.text(LETTERS, 200, 200) })),
});

/** Issues receipts, large ones first, until even the smallest has no room. */
async function fill(client: Client): Promise<void> {
  for (const lines of [500, 100, 20, 5, 1]) {
    for (let status = 201; status === 201;) {
      const reply = await client.post('/invoices', bulky(lines));
      status = reply.status;
      assert.ok([201, 500].includes(status), reply.text);
    }
  }
}

/** The `ref` of a server error, which must be in the log; it names `failure`, where one is given. */
function refOf(box: TestBox, reply: Reply, failure?: StorageFailure): string {
  const { code, message, ref, rule } = readError(500, reply);
  if (failure !== undefined) assert.is(rule, `storage.${failure}`);
  assert.is(code, 'server_error');
  assert.match(message, /^[A-Z][A-Za-z ,.;/-]+$/);
  const logged = box.log.filter((entry) => entry['id'] === ref || entry['ref'] === ref);
  assert.ok(
    logged.some(({ event, status }) => event === 'request.done' && status === 500),
    `ref ${ref}`,
  );
  return ref ?? '';
}

const key = { 'Idempotency-Key': 'sale-without-room' };
const stored = async (client: Client) => read('InvoiceList', 200, await client.get('/invoices')).invoices;

async function serves(client: Client, receipt: Invoice): Promise<void> {
  const kept = read('InvoiceWithState', 200, await client.get(`/invoices/${receipt.uuid}`));
  assert.equal(invoiceAlone(kept), receipt);
  assert.is((await client.get(`/invoices/${receipt.uuid}/journal`)).text, receipt.journal);
  for (const path of ['/items', '/me', '/tax-labels', '/categories']) assert.is((await client.get(path)).status, 200);
}

turns.test(
  'a full disk: nothing is stored, reads work, the status says so; with room again the same key works',
  async () => {
    const { disk, faults } = failingDisk();
    await TestBox.during(
      async (box) => {
        const client = await box.client();
        const receipt = read('Invoice', 201, await client.post('/invoices', body()));
        faults.isFull = true;
        await fill(client);
        const before = await stored(client);

        refOf(box, await client.post('/invoices', body(), key), 'full');
        assert.ok(box.log.some(({ event }) => event === 'ledger.full'));
        assert.equal(await stored(client), before);
        await serves(client, receipt);
        const { ready, problems } = read('Status', 200, await client.get('/status'));
        assert.is(ready, false);
        assert.is(
          problems[0],
          'Диск је пун; нови рачуни се не издају. Ослободите простор на диску са подацима ' +
            '(шта га заузима: du -xh / /data 2>/dev/null | sort -h | tail); ако не знате како, позовите сервисера.',
        );

        faults.isFull = false;
        const issued = read('Invoice', 201, await client.post('/invoices', body(), key));
        assert.is((await stored(client)).length, before.length + 1);
        const numbers = [issued, ...before].map(({ pfr }) => Number(pfr.invoiceNumber.split('-')[2]));
        assert.is(numbers[0], (numbers[1] ?? 0) + 1);
        assert.is(read('Status', 200, await client.get('/status')).ready, true);
      },
      { disk, serve: serveWithoutSocket },
    );
  },
);

turns.test('a close-advance that a full disk stops after its refund names the refund', async () => {
  const { disk, faults } = failingDisk();
  await TestBox.during(
    async (box) => {
      const client = await box.client();
      const advance = read('Invoice', 201, await client.post('/invoices', body({ invoiceType: 'Advance' })));
      const buyer = { buyerId: '10:123456789' };
      const refund = read('Invoice', 201, await client.post(`/invoices/${advance.uuid}/refund`, buyer));
      faults.isFull = true;
      await fill(client);
      const { message } = readError(500, await client.post(`/invoices/${advance.uuid}/close-advance`, body()));
      assert.ok(
        message.endsWith(`The advance refund ${refund.pfr.invoiceNumber} was issued before and stands.`),
        message,
      );
    },
    { disk, serve: serveWithoutSocket },
  );
});

turns.test('a box whose disk is full starts, serves what it has, and continues when there is space', async () => {
  const { disk, faults } = failingDisk();
  await TestBox.during(
    async (box) => {
      let client = await box.client();
      const receipt = read('Invoice', 201, await client.post('/invoices', body()));
      const { key: secret } = await box.newKey();
      faults.isFull = true;
      await fill(client);
      await box.restart();
      client = box.anonymous.with(secret);
      await serves(client, receipt);
      refOf(box, await client.post('/invoices', body(), key));
      assert.is(read('Status', 200, await client.get('/status')).ready, false);
      faults.isFull = false;
      read('Invoice', 201, await client.post('/invoices', body(), key));
    },
    { disk, serve: serveWithoutSocket },
  );
});

turns.test(
  'a disk that fails to flush: no receipt is answered, reads work; after a restart the key makes one receipt',
  async () => {
    const { disk, faults } = failingDisk();
    await TestBox.during(
      async (box) => {
        let client = await box.client();
        const { key: secret } = await box.newKey();
        const receipt = read('Invoice', 201, await client.post('/invoices', body()));
        faults.isBroken = true;
        for (let attempt = 0; attempt < 3; attempt += 1) {
          refOf(box, await client.post('/invoices', body({ clientRequestId: `lost-${attempt}-key` })), 'broken');
        }
        refOf(box, await client.post('/items', { name: 'Кафа', label: 'Ђ' }));
        assert.equal(await stored(client), [receipt]);
        await serves(client, receipt);
        const { ready, problems } = read('Status', 200, await client.get('/status'));
        assert.is(ready, false);
        assert.match(problems[0] ?? '', /^Упис на диск није успео/);

        faults.isBroken = false;
        await box.restart();
        client = box.anonymous.with(secret);
        for (let attempt = 0; attempt < 3; attempt += 1) {
          const reply = await client.post('/invoices', body({ clientRequestId: `lost-${attempt}-key` }));
          read('Invoice', [200, 201].includes(reply.status) ? reply.status : 201, reply);
        }
        const ids = (await stored(client)).map(({ clientRequestId }) => clientRequestId).sort();
        assert.equal(ids, ['lost-0-key', 'lost-1-key', 'lost-2-key', null]);
      },
      { disk, serve: serveWithoutSocket },
    );
  },
);

turns.test('a damaged ledger: what can be read is served, nothing new is issued, and the status says so', async () => {
  const box = await TestBox.start({ serve: serveWithoutSocket });
  const client = await box.client();
  const receipts: Invoice[] = [];
  for (let number = 0; number < 5; number += 1) {
    receipts.push(
      read('Invoice', 201, await client.post('/invoices', body(), { 'Idempotency-Key': `order-${number}-x` })),
    );
  }
  const { key: secret } = await box.newKey();
  await box.stop();
  damage(join(box.folder, 'log'), receipts[2]?.uuid ?? '');
  await TestBox.during(
    async (again) => {
      const client = again.anonymous.with(secret);
      assert.is((await client.get('/me')).status, 200);
      for (const receipt of [0, 1, 3, 4].flatMap((index) => receipts[index] ?? [])) await serves(client, receipt);
      // No caller is told that a receipt does not exist when it may be the lost one.
      for (const of of ['', '/journal', '/document', '/print-jobs']) {
        refOf(again, await client.get(`/invoices/${receipts[2]?.uuid}${of}`), 'damaged');
      }
      for (const [of, request] of [
        ['/copy', {}],
        ['/refund', { buyerId: '10:100000001' }],
        ['/close-advance', body()],
      ] as const) {
        refOf(again, await client.post(`/invoices/${receipts[2]?.uuid}${of}`, request), 'damaged');
      }
      const { invoiceNumber } = receipts[2]?.pfr ?? {};
      for (const path of [
        '/queue/order-2-x',
        '/invoices?clientRequestId=order-2-x',
        `/invoices?fields=summary&number=${invoiceNumber}`,
      ]) {
        refOf(again, await client.get(path), 'damaged');
      }
      refOf(again, await client.call('DELETE', '/queue/order-2-x'), 'damaged');
      assert.is((await client.get('/queue/order-1-x')).status, 200);
      const sound = await client.get('/invoices?clientRequestId=order-1-x');
      assert.equal(read('InvoiceList', 200, sound).invoices, [receipts[1]]);
      assert.is((await stored(client)).length, 4);
      refOf(again, await client.post('/invoices', body()), 'damaged');
      refOf(again, await client.post('/items', { name: 'Кафа', label: 'Ђ' }));
      const { ready, problems } = read('Status', 200, await client.get('/status'));
      assert.is(ready, false);
      assert.match(problems[0] ?? '', /^Оштећени су записи дневника \(\d+\); нови рачуни се не издају\./);
      assert.ok(again.log.some(({ event }) => event === 'ledger.damaged'));
    },
    { folder: box.folder, serve: serveWithoutSocket },
  );
});

turns.test(
  'a record that becomes unreadable under a running box: 500 with a ref under which the log has the reason; lists leave it out, nothing new is issued, and the status says so',
  async () => {
    await TestBox.during(
      async (box) => {
        const client = await box.client();
        const lost = read('Invoice', 201, await client.post('/invoices', body(), { 'Idempotency-Key': 'lost-order' }));
        const sound = read('Invoice', 201, await client.post('/invoices', body()));
        damage(join(box.folder, 'log'), lost.uuid);
        refOf(box, await client.get('/invoices?clientRequestId=lost-order'), 'damaged');
        assert.equal(await stored(client), [sound]);
        for (const path of [`/invoices/${lost.uuid}`, `/invoices/${lost.uuid}/journal`]) {
          const ref = refOf(box, await client.get(path));
          const failure = box.log.find((entry) => entry['event'] === 'request.failed' && entry['ref'] === ref);
          assert.match(String(failure?.['error']), /record \d+ in segment \d+ at \d+ cannot be read/);
        }
        await serves(client, sound);
        refOf(box, await client.post('/invoices', body()));
        const { ready, problems } = read('Status', 200, await client.get('/status'));
        assert.is(ready, false);
        assert.match(problems[0] ?? '', /^Оштећени су записи дневника \(\d+\)/);
        assert.is(box.log.filter(({ event }) => event === 'ledger.damaged').length, 1);
      },
      { serve: serveWithoutSocket },
    );
  },
);

/** Changes one byte of the record that holds this uuid. */
function damage(folder: string, uuid: string): void {
  for (const name of fs.readdirSync(folder)) {
    const path = join(folder, name);
    const bytes = fs.readFileSync(path);
    const at = bytes.indexOf(uuidBytes(uuid));
    if (at < 0) continue;
    bytes.writeUInt8(bytes.readUInt8(at + 40) ^ 1, at + 40);
    fs.writeFileSync(path, bytes);
    return;
  }
  throw new Error('no segment holds the receipt');
}

test.run();
