import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { refusalOf, scene } from './stage.js';

scene(
  'the number of its type proves that a refund was not signed, although another till has signed a sale meanwhile',
  async (stage) => {
    const one = await stage.sold({ buyerId: '10:100000049' });
    const other = await stage.sold({ buyerId: '10:100000049' });
    stage.pfr.faults.add({ fault: 'drop', signs: false, before: ['foreign-receipt'] });
    refusalOf(await stage.follow(one.uuid, 'refund', {}, 'povrat-1'));

    const next = read('Invoice', 201, await stage.follow(other.uuid, 'refund', {}, 'povrat-2'));
    assert.is(next.pfr.invoiceCounter, '1/4ПР');
    await stage.settled();

    const refund = read('Invoice', 201, await stage.follow(one.uuid, 'refund', {}, 'povrat-1'));
    assert.is(refund.pfr.invoiceCounter, '2/5ПР');
    assert.equal([stage.logged('pfr.doubt'), stage.logged('pfr.not-held')], [[], []]);
  },
  { pfr: { kind: 'vpfr' } },
);
