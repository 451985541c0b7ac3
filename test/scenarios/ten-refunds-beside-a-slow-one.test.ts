import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { scene } from './stage.js';

scene(
  'ten refunds, the first of which is answered slowly: the others are issued once it is overdue, and nothing is lost',
  async (stage) => {
    const uuids: string[] = [];
    for (let sale = 0; sale < 10; sale += 1) uuids.push((await stage.sold({ buyerId: '10:101670560' })).uuid);
    const refund = (uuid: string) => stage.follow(uuid, 'refund', {}, `povracaj-${uuid}`);
    stage.pfr.faults.add({ fault: 'hang', signs: 'late' });

    const [first = '', ...others] = uuids;
    const refunding = refund(first);
    refunding.catch(() => undefined);
    await stage.hanging();
    for (const reply of await Promise.all(others.map(refund))) read('Invoice', 201, reply);
    assert.is(stage.signed.length, 19, 'all but the first');
    stage.pfr.release();

    read('Invoice', 201, await refunding);
    read('Invoice', 200, await refund(first));
    assert.is(stage.signed.length, 20);
  },
  { isSlow: true, setting: { timeout: 60, sellOnAfter: 1 } },
);
