import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SaleOutcome } from '../../../../src/sales/invoicing/issue/order.js';
import type { SignOutcome } from '../../../../src/processors/pfr/port.js';
import { PFR_REFUSALS } from '../../../../src/processors/pfr/pfrTexts.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { promisedOnly } from '../../../kit/disk/powerCut.js';
import { FOLDER, openLedger } from '../../../kit/ledger.js';
import { standIn } from '../../../kit/standIn.js';
import { demoSubject } from '../../../processors/pfr/subjects.js';
import { accepted, type Body, body, line } from '../bodies.js';
import { BAD_LABEL, BASELINE, LOST, message, Shop } from '../queue/shop.js';

/** A shop at a processor that is ready. */
async function open(disk = new MemoryDisk()): Promise<Shop> {
  const shop = (await Shop.open(disk)).connect();
  shop.fault = undefined;
  return shop;
}

/** What a sale comes to, in time that is long enough for all that it may wait for. */
async function sold(shop: Shop, key: string | null, change: Body = {}, seconds = 30): Promise<SaleOutcome | 'waits'> {
  const ends: SaleOutcome[] = [];
  void shop.sell(key, { whenOffline: null, ...change }).then((end) => ends.push(end));
  for (let second = 0; second < seconds && ends.length === 0; second += 1) await shop.pass(1000);
  return ends[0] ?? 'waits';
}

/** The request ids that a start after a power cut now would find open. */
async function openAfterCut(disk: MemoryDisk): Promise<number> {
  const ledger = await openLedger(promisedOnly(disk));
  const { length } = ledger.main.intents('sandbox');
  await ledger.close();
  return length;
}

test('what a processor is asked for is on the disk before it is asked, and its end before the caller is answered', async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const shop = await open(disk);
  const opened: number[] = [];
  shop.signing = () => openAfterCut(disk).then((count) => (opened.push(count), undefined));
  const { pfr } = shop;
  shop.pfr = standIn(pfr, {
    sign: (request) => (opened.length === 0 ? pfr.sign(request) : Promise.resolve(BAD_LABEL)),
  });
  const first = await shop.sell('key-of-first', { whenOffline: null });
  assert.equal([first.kind, opened, await openAfterCut(disk)], ['issued', [1], 0]);
  const refused = await shop.sell('key-of-second', { whenOffline: null });
  assert.equal([refused.kind, await openAfterCut(disk)], ['refused', 0]);
  await shop.close();
});

test('a receipt names the API key that asked for it, and none where the box itself did', async () => {
  const shop = await open();
  const sell = (key: string, id: number | null) =>
    shop.invoicing.sell(accepted(body({ clientRequestId: key })), 'request', { id, isPage: false });
  for (const sold of [await sell('key-of-caller', 7), await sell('key-of-the-box', null)])
    assert.is(sold.kind, 'issued');
  const [ofCaller, ofBox] = await shop.receipts();
  assert.equal([ofCaller?.apiKey, ofBox && 'apiKey' in ofBox], [7, false]);
  await shop.close();
});

test('nothing is sent that the disk does not take', async () => {
  const disk = new MemoryDisk();
  const shop = await open(disk);
  await shop.ledger.reserve(200_000).then((room) => room.ok && room.value.release());
  disk.fault = (operation) => (operation === 'write' || operation === 'create' ? 'EIO' : undefined);
  assert.is((await shop.sell('key-of-first', { whenOffline: null })).kind, 'storage');
  assert.equal(shop.signed, []);
  await shop.close();
});

test('nothing is sent while the disk has room for a receipt, but not for its intent and all that an answer may hold', async () => {
  const disk = new MemoryDisk();
  const KB = 1024;
  disk.budget = 12 * KB + 64 * KB + 12 * KB + KB;
  const shop = await open(disk);
  const outcome = await shop.sell('key-of-first', { whenOffline: null });
  assert.equal(outcome, { kind: 'storage', failure: 'full' });
  assert.equal(shop.signed, []);
  await shop.close();
});

test('a receipt that the disk does not take once it is signed is neither printed nor returned, and stays open', async () => {
  const disk = new MemoryDisk();
  const shop = await open(disk);
  shop.signing = () => {
    disk.fault = (operation) => (operation === 'write' || operation === 'datasync' ? 'EIO' : undefined);
    return undefined;
  };
  const outcome = await shop.sell('key-of-first', { whenOffline: null });
  assert.equal(outcome, { kind: 'storage', failure: 'broken' });
  assert.equal([shop.signed, shop.queuedForPrinting], [['key-of-first'], 0]);
  assert.equal(await shop.receipts(), []);
  assert.is(shop.ledger.main.intents('sandbox').length, 1);
  await shop.close();
});

test('a receipt of a real processor carries the warnings about its content', async () => {
  const shop = await open();
  const outcome = await shop.sell('key-of-first', { buyerId: '10:123456789', whenOffline: null });
  const rules = outcome.kind === 'issued' ? outcome.warnings?.map(({ rule }) => rule) : outcome.kind;
  assert.equal(rules, ['invoice.buyer-impossible']);
  assert.is((await shop.receipts()).length, 1);
  await shop.close();
});

test('a wrong order is refused at once while the processor is busy', async () => {
  const shop = await open();
  const release = await shop.mutex.acquire(0);
  const outcome = await sold(shop, 'key-of-wrong', { items: [line({ label: 'Ж' })] }, 1);
  release?.();
  assert.is(outcome === 'waits' ? outcome : outcome.kind, 'invalid');
  assert.equal([shop.signed, shop.ledger.main.intents('sandbox')], [[], []]);
  await shop.close();
});

test('a sale is checked by the rates that the processor tells when it is ready, not by those before', async () => {
  const shop = await open();
  const { pfr } = shop;
  let labels = pfr.taxLabels();
  shop.pfr = standIn(pfr, {
    taxLabels: () => labels,
    ready: () => {
      labels = labels.slice(1);
      return pfr.ready();
    },
  });
  const [gone] = labels;
  const items = [line({ label: gone?.label })];
  const outcome = await shop.sell('key-of-first', { items, whenOffline: null });
  assert.is(outcome.kind, 'invalid');
  assert.equal(shop.signed, []);
  await shop.close();
});

test('a sale is checked by the simplified cash mode as it is when the processor is ready', async () => {
  const shop = await open();
  const { pfr } = shop;
  shop.pfr = standIn(pfr, {
    ready: async () => {
      assert.ok((await shop.settings.set('simplifiedCash', true)).ok);
      return pfr.ready();
    },
  });
  const payments = [{ paymentType: 'Card', amount: 120 }];
  const items = [line({ quantity: 1, unitPrice: 120 })];
  const outcome = await shop.sell('key-of-first', { items, payments, whenOffline: null });
  assert.is(outcome.kind === 'invalid' && outcome.error.field, '/payments/0/paymentType');
  assert.equal([shop.signed, await shop.receipts()], [[], []]);
  await shop.close();
});

test('what a real processor was asked for is not signed by the demo that is set after it', async () => {
  const shop = await open();
  shop.pfr = standIn(shop.pfr, { sign: () => Promise.resolve(LOST) });
  const lost = await sold(shop, 'key-of-first');
  assert.is(lost === 'waits' ? lost : lost.kind, 'refused');
  shop.pfr = demoSubject().pfr;
  const again = await shop.sell('key-of-first', { whenOffline: null });
  assert.is(again.kind, 'refused');
  assert.is((await shop.sell('key-of-other', { whenOffline: null })).kind, 'issued');
  await shop.close();
});

for (const [end, signing] of Object.entries<() => SignOutcome | undefined>({
  signed: () => undefined,
  refused: () => BAD_LABEL,
  lost: () => LOST,
})) {
  test(`a receipt that was ${end} gives its room back: fifteen of them fit where eight have their room at once`, async () => {
    const shop = await open();
    const { pfr } = shop;
    shop.pfr = standIn(pfr, {
      sign: (request) => Promise.resolve(signing() ?? pfr.sign(request)),
      find: () => Promise.resolve({ kind: 'absent' }),
    });
    for (let sale = 0; sale < 15; sale += 1) {
      const outcome = await sold(shop, `key-of-sale-${sale}`);
      assert.ok(outcome !== 'waits' && outcome.kind !== 'storage', `sale ${sale}: ${JSON.stringify(outcome)}`);
    }
    await shop.close();
  });
}

/** A shop whose disk has room for one receipt, and a little more for small records. */
function onFullDisk(): Promise<Shop> {
  const disk = new MemoryDisk();
  const KB = 1024;
  disk.budget = 12 * KB + 4 * 64 * KB + 12 * KB + KB;
  return open(disk);
}

/** Takes all that a full disk has left for small records; what does not fit waits for reserved space. */
async function fillUp(shop: Shop): Promise<void> {
  const cause = { by: 'counter' } as const;
  for (let at = 0; at < 1500; at += 1) void shop.ledger.put({ type: 'abort', requestId: 'f'.repeat(32), cause });
  await shop.pass(0);
}

for (const [end, answer, kind, open] of [
  ['signed', undefined, 'issued', 0],
  ['refused', BAD_LABEL, 'refused', 0],
  ['lost', { ...LOST, hasAnswered: true }, 'refused', 1],
  ['lost and certainly not signed', LOST, 'refused', 0],
] as const) {
  test(`an order that is ${end} ends though the disk has no room besides its own`, async () => {
    const shop = await onFullDisk();
    const { pfr } = shop;
    shop.pfr = standIn(pfr, {
      sign: async (request) => {
        await fillUp(shop);
        return answer ?? pfr.sign(request);
      },
      lookUpTime: 5000,
      find: () => Promise.resolve({ kind: 'absent' }),
      counters: () => Promise.resolve(BASELINE),
      // A status with other rates than before.
      explain: async (refusal) => {
        await shop.ledger.put({ type: 'rates', environment: 'sandbox', value: '[]' });
        return refusal;
      },
    });
    const outcome = await sold(shop, 'key-of-first');
    assert.is(outcome === 'waits' ? outcome : outcome.kind, kind);
    assert.is(shop.ledger.main.intents('sandbox').length, open);
    await shop.close();
  });
}

test('a sale that repeats a lost one ends on a full disk, too, and the lost one names its receipt', async () => {
  const shop = await onFullDisk();
  const { pfr } = shop;
  const answers: SignOutcome[] = [LOST];
  shop.pfr = standIn(pfr, {
    sign: async (request) => {
      const lost = answers.pop();
      if (lost !== undefined) return lost;
      // Not during a sale by which the box itself looks for the lost one.
      if (request.draft.invoiceType === 'Normal') await fillUp(shop);
      return pfr.sign(request);
    },
  });
  const lost = await sold(shop, null);
  assert.is(lost === 'waits' ? lost : lost.kind, 'refused');
  await shop.pass(60_000);
  const again = await sold(shop, null);
  assert.is(again === 'waits' ? again : again.kind, 'issued');
  const receipt = (await shop.receipts()).at(-1);
  assert.equal(
    shop.ledger.main.intents('sandbox').map(({ soldAgainAs }) => soldAgainAs),
    [receipt?.signature.invoiceNumber],
  );
  await shop.close();
});

test('a caller whose lost order was certainly not signed is told to repeat it, without a wait', async () => {
  const shop = await open();
  const { pfr } = shop;
  const answers = [LOST];
  shop.pfr = standIn(pfr, {
    lookUpTime: 5000,
    sign: (request) => Promise.resolve(answers.pop() ?? pfr.sign(request)),
    find: () => Promise.resolve({ kind: 'absent' }),
    counters: () => Promise.resolve(BASELINE),
  });
  assert.equal(await sold(shop, 'key-of-first'), { kind: 'refused', ...PFR_REFUSALS.notSigned });
  assert.equal(shop.ledger.main.intents('sandbox'), []);
  const again = await sold(shop, 'key-of-first');
  assert.is(again === 'waits' ? again : again.kind, 'issued');
  await shop.close();
});

test('an order whose signing ends in an error of the program is open at once', async () => {
  const shop = await open();
  const bug = new Error('a bug');
  shop.pfr = standIn(shop.pfr, { sign: () => Promise.reject(bug) });
  const error: unknown = await shop.sell('key-of-first', { whenOffline: null }).catch((thrown: unknown) => thrown);
  assert.is(error, bug);
  const unresolved = shop.invoicing.reconciliation.unresolved('sandbox');
  assert.equal(
    unresolved.map(({ intent }) => intent.clientRequestId),
    ['key-of-first'],
  );
  await shop.close();
});

for (const overdueAfter of [60_000, 1000]) {
  const when = overdueAfter > 5000 ? 'at first' : 'when its answer is overdue';
  test(`an order whose signing ends in an error ${when} is looked up without another order, and found`, async () => {
    const shop = await open();
    const { pfr } = shop;
    const bug = new Error('a bug');
    let fail = (): void => undefined;
    shop.pfr = standIn(pfr, {
      overdueAfter,
      lookUpTime: 5000,
      sign: () => new Promise((_resolve, reject) => (fail = () => reject(bug))),
      find: async (request) => {
        const signed = await pfr.sign(request);
        return signed.kind === 'signed' ? signed : { kind: 'absent' };
      },
    });
    const sale = shop.sell('key-of-first', { whenOffline: null }).catch((thrown: unknown) => thrown);
    await shop.pass(0);
    await shop.pass(2000);
    fail();
    assert.is(await sale, bug);
    await shop.pass(0);
    assert.ok(
      shop.ledger.main.events.some(({ kind }) => kind === 'in-doubt'),
      'it is reported',
    );
    for (let second = 0; second < 5; second += 1) await shop.pass(1000);
    assert.equal(shop.ledger.main.intents('sandbox'), []);
    assert.equal(
      (await shop.receipts()).map(({ clientRequestId }) => clientRequestId),
      ['key-of-first'],
    );
    await shop.close();
  });
}

test('a processor that is ready again is asked for the lost order before it is sent another', async () => {
  const shop = await open();
  const { pfr } = shop;
  let isReady = true;
  let isLost = true;
  shop.pfr = standIn(pfr, {
    ready: () => {
      isReady = true;
      return pfr.ready();
    },
    sign: (request) => {
      if (!isLost) return pfr.sign(request);
      [isLost, isReady] = [false, false];
      return Promise.resolve(LOST);
    },
    find: async (request) => {
      const outcome = isReady ? await pfr.sign(request) : LOST;
      return outcome.kind === 'signed' ? outcome : { kind: 'unknown', message: 'нема одговора' };
    },
  });
  const first = await sold(shop, 'key-of-first');
  assert.is(first === 'waits' ? first : first.kind, 'refused');
  const second = await sold(shop, 'key-of-second');
  assert.is(second === 'waits' ? second : second.kind, 'issued');
  assert.equal(
    (await shop.receipts()).map(({ clientRequestId }) => clientRequestId),
    ['key-of-first', 'key-of-second'],
  );
  await shop.close();
});

test('a receipt waits for a lost order that may have returned the same', async () => {
  const shop = await open();
  const sale = await shop.sell('key-of-sale');
  const unrelated = await shop.sell('key-of-unrelated');
  assert.ok(sale.kind === 'issued' && unrelated.kind === 'issued');
  const { pfr } = shop;
  let isLost = true;
  shop.pfr = standIn(pfr, { sign: (request) => (isLost ? Promise.resolve(LOST) : pfr.sign(request)) });
  const { uuid } = sale.invoice;
  let first = 'waits';
  void shop.refund(uuid, 'key-of-refund').then(({ kind }) => (first = kind));
  for (let second = 0; second < 30 && first === 'waits'; second += 1) await shop.pass(1000);
  assert.is(first, 'refused');
  isLost = false;
  let again = 'waits';
  void shop
    .refund(uuid, 'key-of-other')
    .then((outcome) => (again = 'kind' in outcome && outcome.kind !== 'absent' ? message(outcome) : '-'));
  for (let second = 0; second < 30 && again === 'waits'; second += 1) await shop.pass(1000);
  assert.match(again, /\p{Script=Cyrillic}/u);
  assert.is.not(again, 'issued');
  assert.is((await shop.receipts()).length, 2, 'it may have been signed');
  let third = 'waits';
  void shop.refund(unrelated.invoice.uuid, 'key-of-third').then(({ kind }) => (third = kind));
  for (let second = 0; second < 30 && third === 'waits'; second += 1) await shop.pass(1000);
  assert.is(third, 'issued', 'the refund of another sale depends on nothing unknown');
  await shop.close();
});

test('what refers to a lost order by the number that the counters tell waits for it', async () => {
  const shop = await open();
  const first = await sold(shop, 'key-of-first');
  assert.ok(first !== 'waits' && first.kind === 'issued');
  const { requestedBy: uid, invoiceNumber: lastNumber } = first.invoice.signature;
  const { pfr } = shop;
  let isLost = true;
  shop.pfr = standIn(pfr, {
    status: () => ({ ...pfr.status(), uid }),
    ready: () => Promise.resolve({ kind: 'ready', counterBaseline: { uid, lastNumber, time: null } }),
    sign: async (request) => {
      const outcome = await pfr.sign(request);
      return isLost ? LOST : outcome;
    },
    find: () => Promise.resolve({ kind: 'absent' }),
  });
  const lost = await sold(shop, 'key-of-lost');
  assert.is(lost === 'waits' ? lost : lost.kind, 'refused');
  isLost = false;
  for (const key of ['key-of-next', 'key-of-third']) {
    const next = await sold(shop, key);
    assert.is(next === 'waits' ? next : next.kind, 'issued');
    await shop.pass(60_000);
  }
  const { state, ...known } = await shop.invoicing.keyStatus('key-of-lost');
  const number = 'number' in known ? known.number : undefined;
  assert.equal([state, number], ['in doubt', lastNumber.replace(/1$/, '2')]);
  const signed = shop.signed.length;
  const refund = {
    transactionType: 'Refund',
    referentDocumentNumber: number,
    buyerId: '10:100000001',
    whenOffline: null,
  };
  const referring = await shop.sell('key-of-refund', { ...refund, referentDocumentDT: '2027-01-15 09:00:00' });
  assert.is(referring.kind === 'refused' && referring.rule, PFR_REFUSALS.earlierUnknown.rule);
  assert.is(shop.signed.length, signed);
  await shop.close();
});

test.run();
