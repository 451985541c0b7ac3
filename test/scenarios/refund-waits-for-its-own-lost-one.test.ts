import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { refusalOf, scene } from './stage.js';

scene(
  'a second refund of a receipt waits for its lost one; other refunds and copies are issued',
  async (stage) => {
    const one = await stage.sold({ buyerId: '10:100000049' });
    const other = await stage.sold({ buyerId: '10:100000049' });
    stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
    refusalOf(await stage.follow(one.uuid, 'refund', {}, 'povrat-1'));

    const waits = refusalOf(await stage.follow(one.uuid, 'refund', {}, 'povrat-2'), 'pfr.earlier-unknown');
    assert.match(waits, 'Исход ранијег рачуна, од кога овај зависи, још није познат');
    read('Invoice', 201, await stage.follow(other.uuid, 'refund', {}, 'povrat-3'));
    read('Invoice', 201, await stage.follow(one.uuid, 'copy'));
    assert.is(stage.unsettled.length, 1);

    stage.pfr.faults.clear();
    await stage.settled();
    const refund = read('Invoice', 200, await stage.follow(one.uuid, 'refund', {}, 'povrat-1'));
    assert.is(refund.pfr.invoiceNumber, stage.signed[2]);
    read('Invoice', 201, await stage.follow(one.uuid, 'refund', {}, 'povrat-2'));
  },
  { pfr: { kept: 5 } },
);
