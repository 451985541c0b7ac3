import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { validateCloseAdvance } from '../../../src/invoicing/advance/closingDrafts.js';
import type { Reservation } from '../../../src/ledger/entry.js';
import { Ledger } from '../../../src/ledger/ledger.js';
import { instead } from '../../kit/instead.js';
import { body, line } from '../bodies.js';
import { BAD_LABEL, NO_CARD, Shop } from '../queue/shop.js';

/** Room that was asked for while the work was done, bytes, and how much of it was not given back. */
async function reserved(work: () => Promise<unknown>): Promise<{ readonly asked: number[]; readonly held: number }> {
  const asked: number[] = [];
  const held = new Set<Reservation>();
  const undo = instead(Ledger.prototype, 'reserve', async (_, original, [bytes]) => {
    const room = (await original(bytes)) as Awaited<ReturnType<Ledger['reserve']>>;
    if (!room.ok) return room;
    asked.push(Number(bytes));
    const noted: Reservation = {
      release: () => {
        held.delete(noted);
        room.value.release();
      },
    };
    held.add(noted);
    return { ok: true, value: noted };
  });
  await work().finally(undo);
  return { asked, held: held.size };
}

/** A shop with an advance, and what closes it. */
async function open() {
  const shop = (await Shop.open()).connect();
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
  assert.equal(both, { asked: [2 * (one.asked[0] ?? 0)], held: 0 });
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

test('the room is given back too when the processor is not ready for the first of them', async () => {
  const { shop, close } = await open();
  shop.fault = NO_CARD;
  const { asked, held } = await reserved(async () => assert.is((await close()).kind, 'refused'));
  assert.equal([asked.length, held], [1, 0]);
  await shop.close();
});

test.run();
