import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Environment } from '../../../../src/contract/fiscal.js';
import type { Answers } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, readError } from '../../../kit/client.js';
import { settled } from '../../../kit/handClock.js';
import { setProductionProcessor } from '../../../kit/pfr/production.js';
import { FakePfrServer, type ServerOptions } from '../../../kit/pfr/server.js';
import { serveWithoutSocket } from '../../../kit/serve.js';

const SALE = { items: [{ name: 'Кафа', quantity: 2, unitPrice: 150, label: 'Ђ' }] };

interface Shop {
  readonly box: TestBox;
  readonly fake: FakePfrServer;
  readonly client: Client;
  /** Polls the processor, as the service does every now and then. */
  readonly status: () => Promise<Answers['Status']>;
}

/** A box with an L-PFR of an environment, whose card is inserted and whose PIN is entered. */
async function during(
  options: ServerOptions & { readonly environment: Environment },
  work: (shop: Shop) => Promise<void>,
): Promise<void> {
  const fake = await FakePfrServer.start(options);
  fake.pfr.card.givePin('1234');
  try {
    await TestBox.during(
      async (box) => {
        await box.set(`pfr.${options.environment}`, { mode: 'lpfr', url: fake.url });
        await box.set('environment', options.environment);
        const client = await box.client();
        const status = async (): Promise<Answers['Status']> => {
          await box.parts.processors.active.refresh();
          return read('Status', 200, await client.get('/status'));
        };
        await work({ box, fake, client, status });
      },
      { serve: serveWithoutSocket },
    );
  } finally {
    await fake.stop();
  }
}

test('GET /status: pfr has the five members of the contract, and what a real processor reports besides', async () => {
  await during({ environment: 'sandbox' }, async ({ status, client, fake }) => {
    await status();
    const invoice = read('Invoice', 201, await client.post('/invoices', SALE));
    const { pfr, ready, fiscal } = await status();
    assert.equal([ready, fiscal], [true, false], 'a real processor of the sandbox is not fiscal');
    assert.equal([pfr.ok, pfr.mode, pfr.env, pfr.uid], [true, 'lpfr', 'sandbox', fake.pfr.card.jid]);
    assert.is(pfr.message, 'Фискални процесор је спреман.');
    assert.equal(pfr.gsc, ['0100', '0210']);
    assert.is(pfr.isPinRequired, false);
    assert.is(pfr.lastInvoiceNumber, invoice.pfr.invoiceNumber);
  });
});

test('GET /status: ok is false with a message when the processor is unreachable', async () => {
  await during({ environment: 'sandbox' }, async ({ status, fake }) => {
    await status();
    await fake.stop();
    const { pfr, ready, problems } = await status();
    assert.equal([pfr.ok, ready], [false, false]);
    assert.match(pfr.message, /^Процесор на подешеној адреси не одговара/);
    assert.is(problems.length, 1);
  });
});

test('GET /status: nothing that a processor reports replaces what the box says', async () => {
  await during({ environment: 'sandbox' }, async ({ status, fake }) => {
    const own = { ok: 'yes', mode: 'demo', env: 'production', message: 'x', ['__proto__']: 'p', constructor: 'c' };
    const huge = Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`x${n}`, 'y'.repeat(250)]));
    const wrong = { isPinRequired: 'no', make: 7, gsc: [100], mssc: 'none' };
    const reported = { uid: fake.pfr.card.jid, ...own, ...wrong, own: { deep: 1 }, ...huge };
    fake.faults.add({
      ...{ on: 'status', fault: 'answer', signs: false, status: 200, standing: true },
      body: JSON.stringify(reported),
    });
    const { pfr } = await status();
    assert.equal([pfr.ok, pfr.mode, pfr.env], [false, 'lpfr', 'sandbox'], 'without rates it cannot sign');
    assert.match(pfr.message, /^Фискални процесор није послао пореске стопе/);
    const names = Object.keys(pfr);
    for (const name of ['isPinRequired', 'make', 'mssc', 'own']) assert.not.ok(names.includes(name), name);
    assert.equal(pfr.gsc, ['0100'], 'as 4 digits');
    assert.ok(JSON.stringify(pfr).length < 9 * 1024, 'bounded');
  });
});

test('pfr of an invoice: fiscal is true only in production with a real PFR', async () => {
  for (const environment of ['sandbox', 'production'] as const) {
    await during({ environment }, async ({ status, client, fake }) => {
      const isFiscal = environment === 'production';
      assert.is((await status()).fiscal, isFiscal);
      const { pfr, uuid } = read('Invoice', 201, await client.post('/invoices', SALE));
      const { jid } = fake.pfr.card;
      assert.equal([pfr.mode, pfr.environment, pfr.fiscal, pfr.demo], ['lpfr', environment, isFiscal, false]);
      assert.equal([pfr.requestedBy, pfr.signedBy, pfr.invoiceNumber], [jid, jid, `${jid}-${jid}-1`]);
      assert.is(pfr.invoiceCounter, '1/1ПП');
      assert.match(pfr.sdcDateTime, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      assert.match(pfr.verificationUrl, isFiscal ? /^https:\/\/suf\.purs/ : /^https:\/\/sandbox\.suf\.purs/);
      assert.match(pfr.verificationQRCode ?? '', /^R0lGOD/, 'the GIF as the processor drew it');
      assert.equal(read('Invoice', 200, await client.get(`/invoices/${uuid}`)).pfr, pfr, 'and so it is kept');
    });
  }
});

test('production with the demo issues nothing by any way, and says that no processor is set', async () => {
  await TestBox.during(
    async (box) => {
      const client = await box.client();
      await box.set('offlineQueue', { ...box.parts.settings.now.offlineQueue, enabled: true });
      await box.set('environment', 'production');
      const { fiscal, ready, problems, warnings, pfr } = read('Status', 200, await client.get('/status'));
      assert.equal([fiscal, ready, pfr.ok], [false, false, false]);
      assert.is(problems.length, 1, problems.join());
      assert.match(problems[0] ?? '', /^Фискални процесор \(ПФР\) није подешен.* Подесите га/);
      assert.not.match(warnings.join(), 'није подешен');
      const refund = { transactionType: 'Refund', buyerId: '10:123456789' };
      const reference = { referentDocumentNumber: 'ABCD1234-ABCD1234-7', referentDocumentDT: '2026-01-02 10:00:00' };
      const requests = [
        ...['Normal', 'ProForma', 'Training', 'Advance'].map((invoiceType) => ({ ...SALE, invoiceType })),
        { ...SALE, ...reference, invoiceType: 'Copy' },
        { ...SALE, ...reference, ...refund },
        { ...SALE, whenOffline: 'queue', clientRequestId: 'porudzbina-1' },
      ];
      for (const request of requests) {
        const { code, message } = readError(409, await client.post('/invoices', request));
        assert.is(code, 'pfr_error', JSON.stringify(request));
        assert.match(message, /^Фискални процесор \(ПФР\) није подешен/);
      }
      assert.equal(read('InvoiceList', 200, await client.get('/invoices')).invoices, []);
    },
    { serve: serveWithoutSocket },
  );
});

test('production that went back to the demo refunds, copies and closes nothing, and an order of the queue waits', async () => {
  await TestBox.during(
    async (box) => {
      await box.set('offlineQueue', { ...box.parts.settings.now.offlineQueue, enabled: true });
      const processor = await setProductionProcessor(box);
      await box.set('environment', 'production');
      const client = await box.client();
      const sold = read('Invoice', 201, await client.post('/invoices', SALE));
      const items = [{ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 100, label: 'Ђ' }];
      const advance = read('Invoice', 201, await client.post('/invoices', { invoiceType: 'Advance', items }));
      await processor.stop();
      const late = { ...SALE, whenOffline: 'queue', clientRequestId: 'porudzbina-1' };
      assert.is((await client.post('/invoices', late)).status, 202);
      await box.set('pfr.production', { mode: 'demo' });
      for (const [path, body] of [
        [`/invoices/${sold.uuid}/refund`, { buyerId: '10:123456789' }],
        [`/invoices/${sold.uuid}/copy`, {}],
        [`/invoices/${advance.uuid}/close-advance`, { items: SALE.items, buyerId: '10:123456789' }],
      ] as const) {
        const { code, message } = readError(409, await client.post(path, body));
        assert.is(code, 'pfr_error', path);
        assert.match(message, /Фискални процесор \(ПФР\) није подешен/, path);
      }
      assert.is(read('InvoiceList', 200, await client.get('/invoices')).invoices.length, 2);
      assert.equal(
        Array.from(box.parts.ledger.main.queue.orders('production'), ({ state }) => state),
        ['queued'],
      );
    },
    { serve: serveWithoutSocket },
  );
});

test('problems: card, then PIN, in Serbian with what to do, and none when all is well again', async () => {
  await during({ environment: 'sandbox' }, async ({ status, client, fake, box }) => {
    fake.pfr.change('card-out');
    const out = await status();
    assert.match(out.problems[0] ?? '', /^Безбедносни елемент \(картица\) није у читачу\. Убаците картицу/);
    assert.equal([out.ready, out.pfr.ok], [false, false]);
    const reply = await client.post('/invoices', SALE);
    assert.match(read('Error', 409, reply).error.message, /картица/i, 'the cashier gets the same message');
    fake.pfr.change('card-in');
    assert.match(
      (await status()).problems.join('\n'),
      /^Потребан је ПИН картице\. Унесите ПИН картице \(дугме „Унеси ПИН картице”\), или на самом процесору; ако не можете, позовите власника\.$/,
    );
    assert.ok((await box.parts.processors.active.enterPin('1234')).ok);
    assert.equal((await status()).problems, []);
    assert.ok(!box.lines.some((line) => line.includes('1234')), 'the PIN is in no line of the log');
  });
});

test('a receipt that is being signed is nothing to tell, one whose answer is lost a warning; neither is a problem', async () => {
  await during({ environment: 'sandbox' }, async ({ status, client, fake, box }) => {
    await status();
    fake.faults.add({ fault: 'hang', signs: 'now' });
    const selling = client.post('/invoices', SALE);
    while (fake.hangingCalls === 0) await settled();
    const meanwhile = read('Status', 200, await client.get('/status')).problems;
    const intents = box.parts.ledger.main.intents('sandbox').length;
    fake.release();
    read('Invoice', 201, await selling);
    assert.equal([intents, meanwhile], [1, []], 'its intent is on the disk, and this is no problem');

    fake.faults.add(
      { fault: 'drop', signs: true },
      { on: 'find', fault: 'answer', signs: false, status: 503, body: '', standing: true },
    );
    read('Error', 409, await client.post('/invoices', SALE));
    box.clockOffset += 60_000;
    const { problems, ready, warnings } = read('Status', 200, await client.get('/status'));
    assert.ok(warnings.some((one) => /^Рачун од .* на 300,00 РСД је послат, а исход још није познат\./.test(one)));
    assert.equal([ready, problems], [true, []], 'others are issued');
    fake.faults.clear();
    // The box looks up the outcome by itself.
    while (box.parts.invoicing.reconciliation.unresolved('sandbox').length > 0) await settled();
    const settledNow = read('Status', 200, await client.get('/status')).warnings;
    assert.not.ok(settledNow.some((one) => one.includes('исход')));
    assert.is(read('InvoiceList', 200, await client.get('/invoices')).invoices.length, 2);
  });
});

test.run();
