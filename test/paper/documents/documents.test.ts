// turns: 4
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { type Disk, DiskError } from '../../../src/base/disk.js';
import { silentLog } from '../../../src/base/log.js';
import { ok } from '../../../src/base/result.js';
import { Documents } from '../../../src/paper/documents/documents.js';
import { PdfRenderer } from '../../../src/paper/documents/pdf/renderer.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { CompanySetting } from '../../../src/shop/settings/company.js';
import { NO_LIMIT } from '../../kit/drawing.js';
import { newFolder } from '../../kit/folder.js';
import { until } from '../../kit/until.js';
import { COMPANY, draft, line } from '../journal/drafts.js';
import { issued, SALE, SMALL_SALE } from '../journal/invoices.js';

type RendererOptions = NonNullable<ConstructorParameters<typeof PdfRenderer>[0]>;

const INVOICE = issued(SMALL_SALE);
const REFUND = 'ABCD2345-ABCD2345-20';
/** The final receipt after an advance and its refund. */
const FINAL = issued(
  draft('Normal', 'Sale', [line('Полица', 'Ђ', 500)], {
    adText: [
      'Последњи авансни рачун: ABCD2345-ABCD2345-19',
      'Датум последњег авансног рачуна: 20.11.2026. 17:40:00',
      'Износ аванса: 300,00',
      `Рефундација аванса: ${REFUND}`,
    ].join('\n'),
    referentNumber: REFUND,
  }),
);
/** Stand-in for the drawing process that never answers. */
const HANGS = ['-e', 'process.stdin.resume()'];

interface Subject {
  readonly documents: Documents;
  readonly renderer: PdfRenderer;
  readonly folder: string;
  readonly logged: (readonly unknown[])[];
}

const opened: Documents[] = [];
test.after.each(async () => {
  for (const documents of opened.splice(0)) await documents.stop();
});

function open(
  options: Partial<RendererOptions> = {},
  folder = join(newFolder(), 'documents'),
  disk: Disk = nodeDisk,
  more: Pick<ConstructorParameters<typeof Documents>[0], 'seller' | 'byNumber'> = {},
  renderer = new PdfRenderer({ limitMs: NO_LIMIT, ...options }),
): Subject {
  const logged: (readonly unknown[])[] = [];
  const documents = new Documents({
    disk,
    folder,
    version: '1.0.0',
    log: (event, { reason, ref } = {}) => logged.push([event, reason, ...(ref === undefined ? [] : [ref])]),
    renderer,
    ...more,
  });
  opened.push(documents);
  return { documents, renderer, folder, logged };
}

const files = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

test('a PDF is drawn once, and comes from the disk afterwards, also after a restart', async () => {
  const first = open();
  const drawn = await first.documents.pdf(INVOICE, 'a5');
  assert.ok(drawn.ok);
  await first.documents.stop();
  const again = open({}, first.folder);
  const kept = await again.documents.pdf(INVOICE, 'a5');
  assert.ok(kept.ok && kept.value.equals(drawn.value));
  assert.is(again.renderer.pid, undefined, 'nothing was drawn');
});

test('other details of the company are drawn anew, in HTML and PDF', async () => {
  let company: CompanySetting = { ...COMPANY, bankAccount: '160-123456-54' };
  const { documents } = open({}, undefined, undefined, { seller: () => ({ company }) });
  const drawn = await documents.pdf(INVOICE, 'a4');
  const same = await documents.pdf(INVOICE, 'a4');
  assert.match(JSON.stringify(await documents.sheet(INVOICE, 'a4')), '160-123456-54');
  company = { ...COMPANY, bankAccount: '265-1234567890123-62' };
  const other = await documents.pdf(INVOICE, 'a4');
  assert.ok(drawn.ok && same.ok && other.ok);
  assert.ok(drawn.value.equals(same.value) && !drawn.value.equals(other.value));
  assert.match(JSON.stringify(await documents.sheet(INVOICE, 'a4')), '265-1234567890123-62');
});

test('a PDF is not kept as one of details that were set while it was drawn', async () => {
  let company: CompanySetting = COMPANY;
  let drawings = 0;
  const render: PdfRenderer['render'] = () => {
    drawings += 1;
    company = { ...COMPANY, bankAccount: `160-${drawings}` };
    return Promise.resolve(ok(Buffer.from('PDF')));
  };
  const renderer = Object.assign(new PdfRenderer(), { render });
  const folder = join(newFolder(), 'documents');
  const seller = () => ({ company });
  const documents = new Documents({ disk: nodeDisk, folder, version: '1.0.0', log: silentLog, seller, renderer });
  for (const count of [1, 2]) {
    assert.ok((await documents.pdf(INVOICE, 'a4')).ok);
    assert.is(drawings, count);
  }
  await documents.stop();
});

test('a final receipt shows the tax of the advances, found by the number of their refund', async () => {
  const refund = issued(draft('Advance', 'Refund', [line('10: Аванс (Ђ)', 'Ђ', 300)]));
  const asked: string[] = [];
  const byNumber = (number: string): Promise<IssuedInvoice> => Promise.resolve((asked.push(number), refund));
  const { documents } = open({}, undefined, undefined, { byNumber });
  assert.match(JSON.stringify(await documents.sheet(FINAL, 'a4')), '"ПДВ на аванс","value":"50,00"');
  await documents.sheet(INVOICE, 'a4');
  assert.equal(asked, [REFUND], 'no other receipt asks for one');
});

test('a refund of advances that cannot be read is asked for again by the next caller, and ends neither the box nor a stop', async () => {
  let asked = 0;
  const unreadable = new DiskError('EIO', 'read', 'ledger');
  const byNumber = (): Promise<never> => ((asked += 1), Promise.reject(unreadable));
  const { documents, logged } = open({}, undefined, undefined, { byNumber });
  const thrown = (): Promise<unknown> => documents.pdf(FINAL, 'a5').catch((error: unknown) => error);
  assert.equal([await thrown(), await thrown(), asked], [unreadable, unreadable, 2]);
  documents.prefetch(FINAL, 'a5');
  await until('it has failed', () => logged.length > 0);
  assert.equal(logged, [['document.failed', `DiskError: ${unreadable.message}`]]);
  const last = thrown();
  await documents.stop();
  assert.is(await last, unreadable);
});

test('callers of a drawing in progress get the same drawing', async () => {
  const { documents, renderer } = open();
  const [one, same, other] = [
    documents.pdf(INVOICE, 'a5'),
    documents.pdf(INVOICE, 'a5'),
    documents.pdf(INVOICE, 'a4slip'),
  ];
  await until('it is drawn', () => renderer.jobs > 0);
  const results = await Promise.all([one, same, other]);
  assert.ok(results.every(({ ok }) => ok));
  assert.is(results[0], results[1]);
  assert.is.not(results[0], results[2]);
});

test('a caller who comes after the details of the company have changed does not get the drawing with the former ones', async () => {
  let company: CompanySetting = COMPANY;
  let finish = (): void => undefined;
  const first = new Promise<void>((resolve) => (finish = resolve));
  const drawn: string[] = [];
  const render: PdfRenderer['render'] = async (_, __, context) => {
    const account = String(context?.company?.bankAccount);
    drawn.push(account);
    if (drawn.length === 1) await first;
    return ok(Buffer.from(account));
  };
  const renderer = Object.assign(new PdfRenderer(), { render });
  const { documents } = open({}, undefined, undefined, { seller: () => ({ company }) }, renderer);
  company = { ...COMPANY, bankAccount: '160-1' };
  const former = documents.pdf(INVOICE, 'a4');
  await until('the first is drawn', () => drawn.length === 1);
  company = { ...COMPANY, bankAccount: '160-2' };
  const later = documents.pdf(INVOICE, 'a4');
  finish();
  const texts = (await Promise.all([former, later])).map((pdf) => (pdf.ok ? String(pdf.value) : pdf.error));
  assert.equal(texts, ['160-1', '160-2']);
  const kept = await documents.pdf(INVOICE, 'a4');
  assert.is(kept.ok && String(kept.value), '160-2', 'whichever was stored last');
});

test('drawing ahead returns at once, and leaves the PDF in its folder', async () => {
  const { documents, folder } = open();
  documents.prefetch(INVOICE, null);
  documents.prefetch(INVOICE, 'a5');
  await until('it is kept', () => files(folder).some((name) => /-a5-[\da-f]{8}-1\.0\.0\.pdf$/.test(name)));
  assert.is(files(folder).length, 1);
});

test('drawing ahead leaves room for those who wait for a document', async () => {
  const { documents, renderer } = open({ worker: HANGS });
  for (let number = 0; number < 20; number += 1) {
    documents.prefetch({ ...INVOICE, uuid: INVOICE.uuid.replace(/..$/, String(10 + number)) }, 'a5');
    await until('it is drawn, or left out', () => renderer.jobs >= Math.min(number + 1, 4));
  }
  await setImmediate();
  assert.is(renderer.jobs, 4);
  const asked = documents.pdf(issued(SALE), 'a4');
  await until('it waits', () => renderer.jobs === 5);
  await documents.stop();
  assert.equal(await asked, { ok: false, error: 'stopped' });
});

test('a failure is logged with its reason, and drawing ahead without the means to is none', async () => {
  const failing = open({ worker: ['-e', 'process.exit(1)'] });
  assert.equal(await failing.documents.pdf(INVOICE, 'a5'), { ok: false, error: 'crashed' });
  assert.equal(failing.logged, [['document.failed', 'crashed']]);

  const without = open({ fontsPresent: () => false });
  without.documents.prefetch(INVOICE, 'a5');
  await setImmediate();
  assert.equal(without.logged, []);
  assert.is(without.documents.available, false);
  assert.equal(await without.documents.pdf(INVOICE, 'a5'), { ok: false, error: 'unavailable' });
  assert.equal(without.logged, [['document.failed', 'unavailable']]);
});

test('everyone who waits for a drawing that fails finds the reason in the log under the ref of his answer', async () => {
  const { documents, logged } = open({ worker: ['-e', 'process.exit(1)'] });
  await Promise.all(['one', 'two', undefined].map((ref) => documents.pdf(INVOICE, 'a5', ref)));
  assert.equal(logged, [
    ['document.failed', 'crashed', 'one'],
    ['document.failed', 'crashed', 'two'],
    ['document.failed', 'crashed'],
  ]);
});

test('nothing is drawn or written any more after a stop', async () => {
  const { documents, folder } = open();
  const running = documents.pdf(INVOICE, 'a5');
  await documents.stop();
  assert.equal(await running, { ok: false, error: 'stopped' });
  documents.prefetch(INVOICE, 'a5');
  await setImmediate();
  assert.equal(await documents.pdf(INVOICE, 'a5'), { ok: false, error: 'stopped' });
  assert.equal(files(folder), []);
});

test('a stop waits for running writes, since the folder is unlocked after it', async () => {
  let [asked, stopped] = [false, false];
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const freeBytes = async (): Promise<number> => {
    asked = true;
    await gate;
    return 1e9;
  };
  const { documents, folder } = open({}, undefined, { ...nodeDisk, freeBytes });
  const running = documents.pdf(INVOICE, 'a5');
  await until('it is being written', () => asked);
  const stop = documents.stop().then(() => (stopped = true));
  await setImmediate();
  assert.not.ok(stopped);
  go();
  await stop;
  assert.is(files(folder).length, 1);
  assert.ok((await running).ok);
});

test.run();
