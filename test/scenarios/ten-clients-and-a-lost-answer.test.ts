import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'ten clients at once, every second answer lost: each has one receipt',
  async (stage) => {
    for (let answer = 0; answer < 5; answer += 1) {
      stage.pfr.faults.add({ fault: 'none' }, { fault: 'drop', signs: true });
    }

    const sold = await Promise.all(Array.from({ length: 10 }, (_, index) => stage.sold({}, `prodaja-${index}`)));

    assert.is(new Set(sold.map(({ uuid }) => uuid)).size, 10);
    assert.is(stage.signed.length, 10);
  },
  // Each waits for the processor for 30 s, which is not much when the box is twenty times as fast as its machine.
  { isSlow: true },
);
