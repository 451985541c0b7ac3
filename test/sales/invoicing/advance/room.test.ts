import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { validateCloseAdvance } from '../../../../src/sales/invoicing/advance/closingRequest.js';
import type { Reservation } from '../../../../src/platform/ledger/entry.js';
import { Ledger } from '../../../../src/platform/ledger/ledger.js';
import type { Pfr } from '../../../../src/processors/pfr/port.js';
import { instead } from '../../../kit/instead.js';
import { demoSubject } from '../../../processors/pfr/subjects.js';
import { body, line } from '../bodies.js';
import { BAD_LABEL, LOST, NO_CARD, Shop } from '../queue/shop.js';

/** What became of room while something was done. */
interface Reserved {
  /** What was asked for, bytes. */
  readonly asked: readonly number[];
  /** How many reservations were held when each receipt was recorded. */
  readonly heldAtReceipts: readonly number[];
  /** How many were not given back. */
  readonly held: number;
}

async function reserved(work: () => Promise<unknown>): Promise<Reserved> {
  const asked: number[] = [];
  const heldAtReceipts: number[] = [];
  const held = new Set<Reservation>();
  const undo = instead(Ledger.prototype, 'reserve', async (_, original, [bytes]) => {
    const room = (await original(bytes)) as Awaited<ReturnType<Ledger['reserve']>>;
    if (!room.ok) return room;
    asked.push(Number(bytes));
    const noted: Reservation = {
      get isHeld() {
        return room.value.isHeld;
      },
      release: () => {
        held.delete(noted);
        room.value.release();
      },
    };
    held.add(noted);
    return { ok: true, value: noted };
  });
  const undoReceipts = instead(Ledger.prototype, 'newUuid', (_, original, args) => {
    heldAtReceipts.push(held.size);
    return original(...args);
  });
  await work().finally(undoReceipts).finally(undo);
  return { asked, heldAtReceipts, held: held.size };
}

/** A shop with an advance, and what closes it. */
async function open(processor?: Pfr) {
  const shop = (await Shop.open()).connect();
  if (processor !== undefined) shop.pfr = processor;
  shop.fault = undefined;
  const items = [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })];
  const sell = (key: string) => shop.sell(key, { invoiceType: 'Advance', items });
  const advance = await sell('key-of-advance');
  const request = validateCloseAdvance(body({ items: [line({ quantity: 1, unitPrice: 300 })] }));
  assert.ok(advance.kind === 'issued' && request.ok);
  const { uuid } = advance.invoice;
  return { shop, sell, close: () => shop.invoicing.closeAdvance(uuid, request.value, 'request') };
}

test('room for both receipts is kept at once, before the first, which cannot be undone, and given back', async () => {
  const { shop, sell, close } = await open();
  const one = await reserved(() => sell('key-of-other'));
  const both = await reserved(async () => assert.is((await close()).kind, 'closed'));
  assert.equal([one.asked.length, one.held], [1, 0]);
  assert.equal(both, { asked: [2 * (one.asked[0] ?? 0)], heldAtReceipts: [1, 1], held: 0 });
  await shop.close();
});

for (const refusing of [1, 2]) {
  test(`the room is given back too when receipt ${refusing} is refused, and what is missing then is issued by a repeat`, async () => {
    const { shop, close } = await open();
    let receipts = 0;
    shop.signing = () => ((receipts += 1) === refusing ? BAD_LABEL : undefined);
    const { held } = await reserved(async () => assert.is((await close()).kind, 'refused'));
    assert.is(held, 0);
    const again = await reserved(async () => assert.is((await close()).kind, 'closed'));
    assert.is(again.held, 0);
    assert.is((await shop.receipts()).length, 3);
    await shop.close();
  });
}

test('with the demo, too, the room is kept till the final receipt is recorded', async () => {
  const { shop, close } = await open(demoSubject().pfr);
  const both = await reserved(async () => assert.is((await close()).kind, 'closed'));
  assert.equal([both.asked.length, both.heldAtReceipts, both.held], [1, [1, 1], 0]);
  await shop.close();
});

test('the room is given back where the answer is lost, since a look-up may need it', async () => {
  const { shop, close } = await open();
  shop.signing = () => LOST;
  const { held } = await reserved(async () => assert.is((await close()).kind, 'refused'));
  assert.is(held, 0);
  await shop.close();
});

test('the room is given back too when the processor is not ready for the first of them', async () => {
  const { shop, close } = await open();
  shop.fault = NO_CARD;
  const { asked, held } = await reserved(async () => assert.is((await close()).kind, 'refused'));
  assert.equal([asked.length, held], [1, 0]);
  await shop.close();
});

test.run();
