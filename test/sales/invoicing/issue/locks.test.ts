import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { validateCloseAdvance } from '../../../../src/sales/invoicing/advance/closingRequest.js';
import { KeysAtWork } from '../../../../src/sales/invoicing/issue/keysAtWork.js';
import { KeyStatuses } from '../../../../src/sales/invoicing/issue/keyStatus.js';
import { SaleLocks } from '../../../../src/sales/invoicing/issue/locks.js';
import { settled } from '../../../kit/handClock.js';
import { instead } from '../../../kit/instead.js';
import { body, line } from '../bodies.js';
import { Shop } from '../queue/shop.js';

const LOCKS = ['withKey', 'holdKey', 'withReferenceLock', 'withProcessor', 'reserveSpace'] as const;

/** The locks that are taken while the work is done, in this order. */
async function taken(work: () => Promise<unknown>): Promise<string[]> {
  const order: string[] = [];
  const undo = LOCKS.map((name) =>
    instead(SaleLocks.prototype, name, (_, original, args) => {
      order.push(name);
      return original(...args);
    }),
  );
  await work().finally(() => undo.forEach((undone) => undone()));
  return order;
}

async function open(): Promise<Shop> {
  const shop = (await Shop.open()).connect();
  shop.fault = undefined;
  return shop;
}

test('a sale takes key, processor and room, in this order; one that refers to a receipt also its turn', async () => {
  const shop = await open();
  let uuid = '';
  const sell = async (): Promise<void> => {
    const sale = await shop.sell('key-of-sale');
    assert.is(sale.kind, 'issued');
    if (sale.kind === 'issued') ({ uuid } = sale.invoice);
  };
  assert.equal(await taken(sell), ['withKey', 'withProcessor', 'reserveSpace']);
  const refund = await taken(() => shop.refund(uuid, 'key-of-refund'));
  assert.equal(refund, ['withKey', 'withReferenceLock', 'withProcessor', 'reserveSpace']);
  await shop.close();
});

test('closing an advance takes all four once, and then only the key of its refund', async () => {
  const shop = await open();
  const items = [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })];
  const advance = await shop.sell('key-of-advance', { invoiceType: 'Advance', items });
  assert.ok(advance.kind === 'issued');
  const request = validateCloseAdvance(body({ clientRequestId: 'key-of-close' }));
  assert.ok(request.ok);
  const close = async (): Promise<void> => {
    const closed = await shop.invoicing.closeAdvance(advance.invoice.uuid, request.value, 'request');
    assert.is(closed.kind, 'closed');
  };
  assert.equal(await taken(close), ['withKey', 'withReferenceLock', 'withProcessor', 'reserveSpace', 'withKey']);
  await shop.close();
});

test('the queue holds the key of the order that it issues, and takes the others as any sale does', async () => {
  const shop = (await Shop.open()).connect();
  await shop.sell('key-of-first');
  shop.fault = undefined;
  const drain = async (): Promise<void> => {
    shop.queue.start();
    await shop.pass(1000);
  };
  assert.equal(await taken(drain), ['holdKey', 'withProcessor', 'reserveSpace']);
  assert.equal(shop.signed, ['key-of-first']);
  await shop.close();
});

test('a request under the key that a removal still holds waits for its end', async () => {
  const shop = await open();
  const { ledger, clock } = shop;
  const keysAtWork = new KeysAtWork();
  const keys = new KeyStatuses({ ledger, keysAtWork, doubtOf: () => undefined, timeToOutcome: () => 0 });
  const locks = new SaleLocks({ ledger, clock, keys, keysAtWork, pfrOf: () => shop.pfr });
  let end = (): void => undefined;
  const steps: string[] = [];
  const removing = new Promise<void>((resolve) => (end = resolve)).then(() => void steps.push('removal'));
  const removal = locks.holdKey('sandbox', 'key-of-both', 'removal', () => removing);
  const key = { id: 'key-of-both', fingerprint: '' };
  const request = locks.withKey('sandbox', key, async () => void steps.push('request'));
  await settled();
  assert.equal(steps, []);
  end();
  await Promise.all([removal, request]);
  assert.equal(steps, ['removal', 'request']);
  await shop.close();
});

/** By how much the space that a sale reserves grows with a hundred more lines, bytes. */
async function spaceOfLines(shop: Shop): Promise<number> {
  const { ledger } = shop;
  const reserved: number[] = [];
  const usual = ledger.reserve.bind(ledger);
  ledger.reserve = (bytes) => {
    reserved.push(bytes);
    return usual(bytes);
  };
  for (const count of [1, 101]) {
    const sale = await shop.sell(`key-of-${count}-lines`, { items: Array.from({ length: count }, () => line()) });
    assert.is(sale.kind, 'issued');
  }
  await shop.close();
  assert.is(reserved.length, 2);
  const [few = 0, many = 0] = reserved;
  return many - few;
}

test('a real processor needs space for each line twice, in the intent and in the receipt; the demo needs it once', async () => {
  const ofDemo = await spaceOfLines(await Shop.open());
  assert.ok(ofDemo >= 100 * Buffer.byteLength(JSON.stringify(line())), `${ofDemo} bytes`);
  assert.is(await spaceOfLines(await open()), 2 * ofDemo);
});

test('whoever waits for the processor holds no room on the disk', async () => {
  const shop = await open();
  const release = await shop.mutex.acquire(0);
  let isDone = false;
  const order = await taken(async () => {
    const sale = shop.sell('key-of-sale').then(() => (isDone = true));
    await shop.pass(0);
    assert.is(isDone, false);
    await shop.pass(30_000);
    await sale;
  });
  assert.equal(order, ['withKey', 'withProcessor'], 'it gave up before it asked for room');
  release?.();
  await shop.close();
});

test.run();
