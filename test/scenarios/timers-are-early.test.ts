import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a timer that fires a moment too early costs the caller no look-up',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });

    await stage.refused({}, 'prodaja-1');

    assert.ok(stage.asked.filter((call) => call === 'find').length >= 3, 'at once, after 1 s, and after 3 s');
    stage.pfr.faults.clear();
    await stage.settled();
    await stage.replayed({}, 'prodaja-1');
  },
  { early: 100 },
);
