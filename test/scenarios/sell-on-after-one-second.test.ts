import * as assert from 'uvu/assert';
import { scene, type Stage } from './stage.js';

scene(
  'the caller of a lost answer, and the next buyer, wait as long as the setting says',
  async (stage) => {
    assert.is(await lookUpsFor(stage, 'prodaja-1'), 1);

    await stage.box.set('pfr.sandbox', { ...SETTING, url: stage.pfr.url, sellOnAfter: 2 });
    assert.is(await lookUpsFor(stage, 'prodaja-2'), 2);
  },
  // In real time the background begins a second after its caller was told.
  { isSlow: true, pfr: { kept: 4 }, setting: { sellOnAfter: 1 } },
);

const SETTING = { mode: 'lpfr', timeout: 1, signingLimit: 1 };

/** How many look-ups fit in before the caller is told that the end is not known: at once, after 1 s, and after 2 s more. */
async function lookUpsFor(stage: Stage, key: string): Promise<number> {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  const before = stage.asked.filter((call) => call === 'find').length;
  await stage.refused({}, key);
  const lookUps = stage.asked.filter((call) => call === 'find').length - before;
  stage.pfr.faults.clear();
  await stage.settled();
  return lookUps;
}
