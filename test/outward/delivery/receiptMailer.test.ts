import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type MailRefusal, ReceiptMailer } from '../../../src/outward/delivery/receiptMailer.js';
import { jsonLog } from '../../../src/base/log.js';
import { DiskError } from '../../../src/base/disk.js';
import { failed, ok } from '../../../src/base/result.js';
import type { Mailer } from '../../../src/outward/delivery/mailer.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import { body } from '../../sales/invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { read } from '../../kit/client.js';
import { failingDisk } from '../../kit/disk/failing.js';

type ReceiptMailerDeps = ConstructorParameters<typeof ReceiptMailer>[0];

type MailMessage = Parameters<Mailer['send']>[1];

const HOUR = 3_600_000;
const TO = 'kupac@example.rs';
const PDF = Buffer.from('%PDF-1.7');

/**
 * A mailer behind the port, for what a real server cannot be made to show: it takes every letter, or waits for the
 * stop.
 */
class Recorder implements Mailer {
  readonly sent: MailMessage[] = [];
  hangs = false;
  refuses = false;
  /** Resolves with the first letter that hangs. */
  readonly hanging: Promise<void>;
  private tell: () => void = () => undefined;

  constructor() {
    this.hanging = new Promise((resolve) => (this.tell = resolve));
  }

  send: Mailer['send'] = async (_setting, message, stop) => {
    if (this.refuses) return failed({ kind: 'recipient', reply: 550, cause: 'EENVELOPE' });
    if (!this.hangs) {
      this.sent.push(message);
      return ok(undefined);
    }
    this.tell();
    await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()));
    return failed({ kind: 'stopped', reply: null, cause: null });
  };
}

interface Bench {
  readonly box: TestBox;
  readonly invoice: IssuedInvoice;
  readonly mailer: Recorder;
  readonly lines: string[];
  readonly mailing: (more?: Partial<ReceiptMailerDeps>) => ReceiptMailer;
}

/** Runs `work` with the ledger and the settings of a real box and a receipt of it. */
async function during(work: (bench: Bench) => Promise<void>, disk = failingDisk().disk): Promise<void> {
  await TestBox.during(
    async (box) => {
      const client = await box.client();
      const { uuid } = read('Invoice', 201, await client.post('/invoices', body()));
      await box.set('mail', { host: '127.0.0.1', port: 25, secure: false, from: 'kasa@pekara.rs' });
      const { ledger, settings } = box.parts;
      const invoice = await ledger.invoice(uuid);
      if (invoice === undefined) throw new Error('no receipt');
      const mailer = new Recorder();
      const lines: string[] = [];
      const log = jsonLog((text) => lines.push(text), box.now);
      const pdfOf = () => Promise.resolve(undefined);
      const parts = { ledger, settings, mailer, log, pdfOf, now: box.now, monotonic: () => 0 };
      await work({ box, invoice, mailer, lines, mailing: (more) => new ReceiptMailer({ ...parts, ...more }) });
    },
    { disk },
  );
}

const kindOf = (sent: Awaited<ReturnType<ReceiptMailer['send']>>): MailRefusal['kind'] | 'sent' =>
  sent.ok ? 'sent' : sent.error.kind;

test('the window of 30 mails begins with the first and ends after an hour', () =>
  during(async ({ invoice, mailer, mailing }) => {
    let now = 5;
    const post = mailing({ monotonic: () => now });
    const send = async (key: number) => kindOf(await post.send({ invoice, to: TO, key }));
    for (let n = 0; n < 30; n += 1) assert.is(await send(1), 'sent');
    now += HOUR - 1;
    assert.is(await send(1), 'limited');
    assert.is(await send(2), 'sent');
    now += 1;
    assert.is(await send(1), 'sent');
    assert.is(mailer.sent.length, 32);
  }));

test('only mails that a server has taken count, and no more than 30 are sent at once with those that are on their way', () =>
  during(async ({ invoice, mailer, mailing }) => {
    const post = mailing();
    const send = async () => kindOf(await post.send({ invoice, to: TO, key: 1 }));
    mailer.refuses = true;
    for (let n = 0; n < 31; n += 1) assert.is(await send(), 'failed');
    mailer.refuses = false;
    for (let n = 0; n < 29; n += 1) assert.is(await send(), 'sent');
    assert.equal((await Promise.all([send(), send(), send()])).sort(), ['limited', 'limited', 'sent']);
    assert.is(mailer.sent.length, 30);
  }));

test('a restart does not forget the mails of the last hour, nor count those of others or of before', () =>
  during(async ({ box, invoice, mailing }) => {
    const send = async (post: ReceiptMailer, key = 1) => kindOf(await post.send({ invoice, to: TO, key }));
    const before = mailing();
    for (let n = 0; n < 30; n += 1) assert.is(await send(before), 'sent');
    const after = mailing({ monotonic: () => 7 });
    assert.is(await send(after), 'limited');
    assert.is(await send(after, 2), 'sent');
    const later = mailing({ now: () => box.now() + HOUR });
    assert.is(await send(later), 'sent');
  }));

test('a disk that fails while the mails of the run before are read refuses that mail alone', () =>
  during(async ({ box, invoice, mailer, mailing }) => {
    const { ledger } = box.parts;
    const read = ledger.auditBefore.bind(ledger);
    ledger.auditBefore = () => Promise.reject(new DiskError('EIO', 'read', 'ledger'));
    const post = mailing();
    const send = () => post.send({ invoice, to: TO, key: 1 });
    assert.instance(await send().catch((error: unknown) => error), DiskError);
    assert.equal(mailer.sent, []);
    ledger.auditBefore = read;
    assert.is(kindOf(await send()), 'sent');
  }));

test('the document of the receipt is attached under its number, and the mail mentions it', () =>
  during(async ({ invoice, mailer, mailing }) => {
    await mailing({ pdfOf: (asked) => Promise.resolve(asked === invoice ? PDF : undefined) }).send({
      invoice,
      to: TO,
      key: 1,
    });
    const filename = `${invoice.signature.invoiceNumber}.pdf`;
    assert.equal(mailer.sent[0]?.attachments, [{ filename, contentType: 'application/pdf', content: PDF }]);
    for (const said of [mailer.sent[0]?.text, mailer.sent[0]?.html]) assert.ok(said?.includes(`штампу: ${filename}`));
  }));

test('a PDF that cannot be drawn in time does not stop the mail, which mentions that', () =>
  during(async ({ invoice, mailer, lines, mailing }) => {
    const order = { invoice, to: TO, key: 1 };
    assert.is(kindOf(await mailing({ pdfOf: () => Promise.reject(new Error('no font')) }).send(order)), 'sent');
    assert.match(lines.join(''), /"event":"mail\.no_document".*no font/);
    assert.is(kindOf(await mailing({ pdfOf: () => new Promise(() => undefined), pdfTimeout: 20 }).send(order)), 'sent');
    assert.equal(
      mailer.sent.map(({ attachments }) => attachments),
      [[], []],
    );
    for (const { text, html } of mailer.sent) for (const said of [text, html]) assert.match(said, /није приложен/);
  }));

test('nothing is sent that could not be recorded', () => {
  const { disk, faults } = failingDisk();
  return during(async ({ box, invoice, mailer, mailing }) => {
    faults.isBroken = true;
    await box.parts.settings.set('simplifiedCash', true);
    assert.is(kindOf(await mailing().send({ invoice, to: TO, key: 1 })), 'storage');
    assert.equal(mailer.sent, []);
    faults.isBroken = false;
  }, disk);
});

test('a mail that was sent counts as sent even if its record fails; that is logged, without the address', () => {
  const { disk, faults } = failingDisk();
  return during(async ({ invoice, mailer, lines, mailing }) => {
    const breaking: Mailer = {
      send: (...order) => {
        faults.isBroken = true;
        return mailer.send(...order);
      },
    };
    assert.is(kindOf(await mailing({ mailer: breaking }).send({ invoice, to: TO, key: 7 })), 'sent');
    assert.match(lines.join(''), /"level":"error","event":"mail\.unrecorded".*"key":7,"reason":"broken"/);
    assert.not.match(lines.join(''), /kupac/);
    faults.isBroken = false;
  }, disk);
});

test('a stop waits for mails in progress, ends those that hang, and starts no new one', () =>
  during(async ({ invoice, mailer, mailing }) => {
    const order = { invoice, to: TO, key: 1 };
    const post = mailing({ stopTimeout: 20 });
    mailer.hangs = true;
    const sending = post.send(order);
    await mailer.hanging;
    const stopped = post.stop();
    assert.is(kindOf(await post.send(order)), 'stopping');
    await stopped;
    const sent = await sending;
    assert.equal(!sent.ok && sent.error, { kind: 'failed', failure: { kind: 'stopped', reply: null, cause: null } });
    assert.is(kindOf(await post.send(order)), 'stopping');
    assert.equal(mailer.sent, []);
  }));

test.run();
