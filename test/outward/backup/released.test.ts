import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BackupCode } from '../../../src/outward/backup/backupCode.js';
import { restoreBackup } from '../../../src/outward/backup/restore.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { type InvoiceWithState, invoiceAlone } from '../../kit/answers.js';
import { streamOf } from '../../kit/backup.js';
import { TestBox } from '../../kit/box.js';
import { shareOf } from '../../kit/cases.js';
import { newFolder } from '../../kit/folder.js';
import { check } from '../../scripts/verify-ledger/script.js';
import { inEnglish } from '../../kit/inEnglish.js';

/** One folder for each data version, made by `samples/make.ts` of its time. */
const SAMPLES = join(import.meta.dirname, 'samples');

interface Expected {
  readonly receipts: readonly InvoiceWithState[];
  readonly items: readonly unknown[];
  readonly company: unknown;
  readonly keys: readonly { readonly hash: string }[];
  readonly intents: readonly string[];
  /** From version 3 on. */
  readonly queued?: readonly string[];
  readonly events?: readonly unknown[];
  /** From version 4 on. */
  readonly profile?: unknown;
  /** From version 5 on, whose backups have the key for it. */
  readonly mail?: unknown;
}

const versions = fs.readdirSync(SAMPLES).filter((name) => fs.statSync(join(SAMPLES, name)).isDirectory());

for (const version of shareOf(versions)) {
  test(`a box that was backed up with data of version ${version} is restored, and goes on`, async () => {
    const read = (name: string): Buffer => fs.readFileSync(join(SAMPLES, version, name));
    const expected = JSON.parse(read('expected.json').toString()) as Expected;
    const code = BackupCode.parse(read('code.txt').toString());
    assert.ok(code.ok);
    const folder = newFolder();
    const restored = await restoreBackup({
      ...{ disk: nodeDisk, folder, code: code.value, bytes: streamOf(read('box.age')) },
    });
    assert.ok(restored.ok);
    assert.equal(inEnglish(restored.value.verification.faults), []);

    await TestBox.during(
      async (box) => {
        const { ledger, settings } = box.parts;
        assert.equal(settings.now.company, expected.company);
        assert.equal(ledger.main.items(), expected.items);
        const keys = ledger.main.keys().slice(0, expected.keys.length);
        assert.equal(
          keys.map(({ label, hash }) => ({ label, hash })),
          expected.keys,
        );
        assert.equal(
          ledger.main.intents('sandbox').map(({ requestId }) => requestId),
          expected.intents,
        );
        const { queued = [], events = [] } = expected;
        assert.equal(
          Array.from(ledger.main.queue.orders('sandbox'), ({ clientRequestId }) => clientRequestId),
          queued,
        );
        for (const key of queued) assert.ok(box.parts.invoicing.queue.request(key), 'a waiting request is read');
        assert.equal(
          ledger.main.events.filter(({ kind }) => kind === 'restart'),
          events,
        );
        assert.equal(ledger.main.profile('sandbox'), expected.profile);
        assert.equal(settings.now.mail, expected.mail ?? null);
        const client = await box.client();
        for (const receipt of expected.receipts) {
          const { text } = await client.get(`/invoices/${receipt.uuid}`);
          assert.equal(invoiceAlone(JSON.parse(text) as InvoiceWithState), invoiceAlone(receipt));
        }
        await box.set('pfr.sandbox', { mode: 'demo' });
        const sale = { items: [{ name: 'Хлеб', quantity: 1, unitPrice: 89.99, label: 'Ђ' }] };
        assert.is((await client.post('/invoices', sale)).status, 201);
      },
      { folder },
    );
  });
}

for (const version of shareOf(versions)) {
  test(`and the script for inspectors finds a backup of version ${version} sound`, async () => {
    const code = BackupCode.parse(fs.readFileSync(join(SAMPLES, version, 'code.txt'), 'utf8'));
    assert.ok(code.ok);
    const identity = newFolder('identity');
    fs.writeFileSync(identity, code.value.identity);
    const told = await check('--identity', identity, join(SAMPLES, version, 'box.age'));
    assert.ok(told.sound);
    assert.ok((told.records['result'] ?? 0) > 5);
    const kinds = [
      ...(Number(version) < 3 ? [] : ['queued', 'notice', 'event']),
      ...(Number(version) < 4 ? [] : ['profile']),
    ];
    for (const kind of kinds) assert.ok((told.records[kind] ?? 0) > 0, kind);
  });
}

test('there are samples', () => assert.ok(versions.length > 0));

test.run();
