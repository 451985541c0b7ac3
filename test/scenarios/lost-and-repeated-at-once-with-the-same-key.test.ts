import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a repeat with the same key settles what is open by itself', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, ...lostLooks(3));

  await stage.refused({}, 'prodaja-1');
  await stage.until('the repeat is answered', async () => (await stage.sell({}, 'prodaja-1')).status === 200);

  assert.is(stage.signed.length, 1);
  assert.equal(await stage.numbers(), stage.signed);
});

function lostLooks(length: number) {
  return Array.from({ length }, () => ({ fault: 'drop', signs: false, on: 'find' }) as const);
}
