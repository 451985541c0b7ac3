import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a processor that is back just after the look-up is asked for the lost one again before it signs the next',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true });
    for (const _ of [1, 2]) stage.pfr.faults.add({ fault: 'drop', signs: false, on: 'find' });
    await stage.refused({}, 'prodaja-1');
    const { length } = stage.asked;

    const next = await stage.sellsOn();

    const order = stage.asked.slice(length, length + 4);
    assert.equal(order, ['find', 'status', 'find', 'invoice']);
    const found = await stage.replayed({}, 'prodaja-1');
    assert.equal(stage.signed, [found.pfr.invoiceNumber, next.pfr.invoiceNumber]);
    assert.is(stage.unsettled.length, 0);
  },
  // In real time nobody else looks it up within the second after the first look-up.
  { isSlow: true, setting: { sellOnAfter: 1 } },
);
