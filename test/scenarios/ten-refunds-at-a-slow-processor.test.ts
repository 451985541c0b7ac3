import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { refusalOf, scene } from './stage.js';

scene(
  'ten refunds behind a processor that hangs: those that wait too long are told so, and nothing is lost',
  async (stage) => {
    const uuids: string[] = [];
    for (let sale = 0; sale < 10; sale += 1) uuids.push((await stage.sold({ buyerId: '10:101670560' })).uuid);
    const refund = (uuid: string) => stage.follow(uuid, 'refund', {}, `povracaj-${uuid}`);
    stage.pfr.faults.add({ fault: 'hang', signs: 'late' });

    const [first = '', ...others] = uuids;
    const refunding = refund(first);
    await stage.hanging();
    for (const reply of await Promise.all(others.map(refund))) assert.match(refusalOf(reply, 'pfr.busy'), 'заузет');
    assert.is(stage.signed.length, 10, 'nothing was sent for them');
    stage.pfr.release();

    read('Invoice', 201, await refunding);
    for (const uuid of others) read('Invoice', 201, await refund(uuid));
    read('Invoice', 200, await refund(first));
    assert.is(stage.signed.length, 20);
  },
  { setting: { timeout: 60 } },
);
