import { settled } from '../../../kit/handClock.js';
import { TestBox } from '../../../kit/box.js';
import type { Trace } from './trace.js';
import { TracedBox } from './tracedBox.js';

/** Opened, used once and closed; another process finds the folder free, and in it what was to be kept. */
export const sellsAndCloses = (trace: Trace): Promise<void> => {
  let folder = '';
  return TracedBox.during(trace, async (box) => {
    ({ folder } = box.box);
    await box.sell();
    for (let turn = 0; turn < 5; turn += 1) await settled();
  }).then(async () => {
    const again = await TestBox.start({ folder });
    trace.flat('a key after the restart', again.parts.keys.list());
    trace.add(`after the restart ${again.parts.dailyQuota.today().length} keys have written`);
    await again.stop();
  });
};
