import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const KEYS = ['prodaja-1', 'prodaja-2', 'prodaja-3', 'prodaja-4'];

scene(
  'several orders lost in a row that were all signed are named, each by its number, in their order',
  async (stage) => {
    for (const key of KEYS) {
      stage.pfr.faults.add({ fault: 'drop', signs: true });
      await stage.refused({}, key);
    }

    await stage.sellsOn();
    const lost = stage.signed.slice(0, KEYS.length);
    const named = (): string => stage.unsettled.map(({ number }) => number).join();
    await stage.until('all are named', () => named() === lost.join());

    for (const number of lost) await stage.findOnPortal(number);
    const replayed = [];
    for (const key of KEYS) replayed.push((await stage.replayed({}, key)).pfr.invoiceNumber);
    assert.equal(replayed, lost);
  },
  { pfr: { kind: 'vpfr', kept: 0 } },
);
