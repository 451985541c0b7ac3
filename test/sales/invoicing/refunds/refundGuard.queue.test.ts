import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Finding, localTime } from '../../../../src/base/index.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import type { FindOutcome, Pfr, SignRequest } from '../../../../src/processors/pfr/port.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { standIn } from '../../../kit/standIn.js';
import { demoSubject } from '../../../processors/pfr/subjects.js';
import { GONE, LOST, ON, Shop } from '../queue/shop.js';

const REFUND = { transactionType: 'Refund', buyerId: '10:100000049', whenOffline: 'queue' };

/** A shop that refuses repeated refunds, with one sale, and its number. */
async function guarded(): Promise<{ shop: Shop; demo: Pfr; uuid: string; number: string }> {
  const demo = demoSubject().pfr;
  const shop = (await Shop.open(new MemoryDisk(), ON, demo)).connect();
  assert.ok((await shop.settings.set('refundGuard', 'refuse')).ok);
  shop.fault = undefined;
  const sold = await shop.sell('key-of-sale', { whenOffline: null });
  if (sold.kind !== 'issued') throw new Error(sold.kind);
  return { shop, demo, uuid: sold.invoice.uuid, number: sold.invoice.signature.invoiceNumber };
}

test('a queued refund is judged when it is issued, and parked with the reason where the setting refuses it', async () => {
  const { shop, number } = await guarded();
  shop.fault = GONE;
  shop.queue.start();
  for (const key of ['refund-first', 'refund-again']) {
    const outcome = await shop.sell(key, { ...REFUND, referentDocumentNumber: number });
    assert.is(outcome.kind, 'queued', 'nothing was refunded yet');
  }
  shop.fault = undefined;
  await shop.pass(1000);
  await shop.pass(1000);
  assert.equal(shop.signed, ['key-of-sale', 'refund-first']);
  assert.equal(shop.states(), ['refund-again refused -']);
  assert.match(shop.queue.list()[0]?.reason ?? '', /је већ у целини рефундиран.*„refundGuard”/);
  await shop.close();
});

test('a refund whose answer was lost is found, and its repeat is not refused, though the sale is refunded by then', async () => {
  const { shop, demo, uuid } = await guarded();
  shop.signing = () => LOST;
  const lost = shop.refund(uuid, 'refund-lost');
  await shop.pass(10_000);
  assert.is((await lost).kind, 'refused');
  shop.signing = () => undefined;
  const find = async (request: SignRequest): Promise<FindOutcome> => {
    const signed = await demo.sign(request);
    return signed.kind === 'signed' ? signed : { kind: 'absent' };
  };
  shop.pfr = standIn(shop.pfr, { find });
  const repeat = shop.refund(uuid, 'refund-lost');
  await shop.pass(10_000);
  const found = await repeat;
  assert.is(found.kind === 'replayed' ? found.warnings : found, undefined);
  const other = await shop.refund(uuid, 'refund-other');
  assert.match(other.kind === 'invalid' ? other.error.message : other.kind, /је већ у целини рефундиран/);
  assert.is((await shop.receipts()).length, 2);
  await shop.close();
});

const CARD = {
  buyerId: '10:100000049',
  buyerCostCenterId: '50:6666666',
  payments: [{ paymentType: 'Voucher', amount: 300 }],
  whenOffline: null,
};

/** A sale by corporate card. */
async function soldByCard(shop: Shop): Promise<IssuedInvoice> {
  const sold = await shop.sell('key-of-card', CARD);
  if (sold.kind !== 'issued') throw new Error(sold.kind);
  return sold.invoice;
}

test('a refund for the queue waits for no reading of sales by card while the processor is known to be unreachable', async () => {
  const { shop } = await guarded();
  const { signature } = await soldByCard(shop);
  const status = shop.pfr.status();
  const words = { sr: 'Није доступан.', en: 'Out of reach.' };
  const gone: Finding = { code: null, blocks: true, found: words, action: words, isOutOfReach: true };
  shop.pfr = standIn(shop.pfr, { status: () => ({ ...status, findings: [gone] }) });
  shop.fault = GONE;
  let readings = 0;
  const usual = shop.ledger.invoiceSequence;
  shop.ledger.invoiceSequence = async (...asked) => {
    readings += 1;
    return usual(...asked);
  };
  let end: () => void = () => undefined;
  const busy = shop.mutex.run(1000, () => new Promise<void>((resolve) => (end = resolve)));
  const outcome = await shop.sell('refund-for-queue', {
    ...CARD,
    ...REFUND,
    referentDocumentNumber: signature.invoiceNumber,
  });
  assert.equal([outcome.kind, readings], ['queued', 0]);
  end();
  await busy;
  await shop.close();
});

test('what voids a summary and is found before a refund is judged counts', async () => {
  const { shop, demo } = await guarded();
  const sale = await soldByCard(shop);
  const [year, month, day] = localTime(sale.signature.time).slice(0, 10).split('-');
  const period = `${day}${month}${year}`;
  const refunding = { ...CARD, transactionType: 'Refund' };
  const summary = await shop.sell('summary-of-day', {
    ...{ ...refunding, buyerCostCenterId: `60:${period}_${period}` },
    referentDocumentNumber: sale.signature.invoiceNumber,
  });
  if (summary.kind !== 'issued') throw new Error(summary.kind);
  shop.signing = () => LOST;
  const seller = `10:${shop.settings.now.company.tin}`;
  const lost = shop.sell('void-of-summary', {
    ...{ ...refunding, buyerId: seller, buyerCostCenterId: null },
    referentDocumentNumber: summary.invoice.signature.invoiceNumber,
  });
  await shop.pass(10_000);
  assert.is((await lost).kind, 'refused');
  shop.signing = () => undefined;
  const find = async (request: SignRequest): Promise<FindOutcome> => {
    const signed = await demo.sign(request);
    return signed.kind === 'signed' ? signed : { kind: 'absent' };
  };
  shop.pfr = standIn(shop.pfr, { find });
  const made = await shop.refund(sale.uuid, 'refund-of-one');
  assert.is(made.kind === 'invalid' ? made.error.message : made.kind, 'issued');
  assert.is((await shop.receipts()).length, 5);
  await shop.close();
});

test.run();
