import * as assert from 'uvu/assert';
import type { Fault } from '../kit/pfr/faults.js';
import { scene } from './stage.js';

const WAYS: Readonly<Record<string, Fault>> = {
  'breaks off': { fault: 'drop', signs: false, on: 'find' },
  'is never answered': { fault: 'hang', signs: 'never', on: 'find' },
};

for (const [way, fault] of Object.entries(WAYS)) {
  scene(
    `a processor that is ready just after a look-up that ${way} is asked for the lost one again before it signs the next`,
    async (stage) => {
      stage.pfr.faults.add({ fault: 'drop', signs: true });
      for (const _ of [1, 2]) stage.pfr.faults.add({ ...fault });
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
}
