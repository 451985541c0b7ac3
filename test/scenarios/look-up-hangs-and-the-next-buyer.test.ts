import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a look-up that is never answered does not hold up the next buyer',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true });
    stage.pfr.faults.add({ fault: 'hang', signs: 'never', on: 'find', standing: true });
    const done: string[] = [];
    const sell = async (key: string): Promise<void> => {
      await stage.sell({}, key);
      done.push(key);
    };

    const first = sell('prodaja-1');
    await stage.hanging();
    const second = sell('prodaja-2');
    await stage.until('the next buyer is served', () => done.includes('prodaja-2'));

    await Promise.all([first, second]);
    assert.is((await stage.replayed({}, 'prodaja-2')).pfr.invoiceNumber, stage.signed[1]);
    stage.pfr.faults.clear();
    stage.pfr.release();
    await stage.settled();
  },
  // Long enough that nobody would wait for it.
  { pfr: { kept: 2 }, setting: { timeout: 60, sellOnAfter: 1 } },
);
