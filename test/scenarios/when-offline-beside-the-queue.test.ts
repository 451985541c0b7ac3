import * as assert from 'uvu/assert';
import { line } from '../sales/invoicing/bodies.js';
import { readError } from '../kit/client.js';
import { allowQueue, waiting, WAITS } from './queueing.js';
import { scene } from './stage.js';

scene('closing an advance, a refund and a copy do not wait, and say so', async (stage) => {
  await allowQueue(stage);
  const goods = { items: [line({ quantity: 1 })], buyerId: '10:100000049' };
  const advance = await stage.sold({ ...goods, invoiceType: 'Advance' });
  const signed = stage.signed.length;

  const refused = async (operation: string, body: object): Promise<void> => {
    const { code, message } = readError(
      422,
      await stage.follow(advance.uuid, operation, { ...body, ...WAITS }, operation),
    );
    assert.is(code, 'validation');
    assert.match(message, 'Поље „whenOffline” прима само „POST /invoices”');
  };
  for (const off of [false, true]) {
    if (off) await stage.pfr.stop();
    await refused('close-advance', goods);
    await refused('refund', {});
    await refused('copy', {});
  }
  assert.equal([stage.signed.length, await waiting(stage)], [signed, []], 'nothing was asked for, nothing waits');

  await stage.pfr.up();
  const closed = await stage.follow(advance.uuid, 'close-advance', { ...goods, whenOffline: null }, 'close-advance');
  assert.is(closed.status, 201, 'the key of the refused request is free');
});
