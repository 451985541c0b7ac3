import * as assert from 'uvu/assert';
import { line } from '../sales/invoicing/bodies.js';
import { read, type Reply } from '../kit/client.js';
import { refusalOf, scene, type Stage } from './stage.js';

const ADVANCE = {
  invoiceType: 'Advance',
  buyerId: '10:100000049',
  items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })],
};

scene(
  'an advance whose refund is lost waits for its end, with whatever key; another is closed meanwhile',
  async (stage) => {
    const one = await stage.sold(ADVANCE, 'avans-01');
    const other = await stage.sold(ADVANCE, 'avans-02');
    stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
    refusalOf(await close(stage, one.uuid, 'zatvaranje-1'));

    refusalOf(await close(stage, one.uuid, 'zatvaranje-1'));
    assert.match(refusalOf(await close(stage, one.uuid, 'zatvaranje-2')), 'од кога овај зависи');
    const closed = read('ClosedAdvance', 201, await close(stage, other.uuid, 'zatvaranje-3'));
    assert.is(closed.advanceRefund.pfr.invoiceCounter, '2/4АР');

    stage.pfr.faults.clear();
    await stage.settled();
    const late = read('ClosedAdvance', 201, await close(stage, one.uuid, 'zatvaranje-1'));
    assert.is(late.advanceRefund.pfr.invoiceCounter, '1/3АР');
    assert.is(stage.signed.length, 6, 'two advances, two refunds, two final receipts');
  },
  { pfr: { kept: 6 } },
);

function close(stage: Stage, uuid: string, key: string): Promise<Reply> {
  return stage.follow(uuid, 'close-advance', { items: [line()] }, key);
}
