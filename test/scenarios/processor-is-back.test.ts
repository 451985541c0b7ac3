import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('whoever waits for a processor is told when it is back, once', async (stage) => {
  await stage.sold();
  const back: string[] = [];
  stage.box.parts.processors.onReached((environment) => back.push(environment));
  await stage.pfr.stop();
  await stage.until('it is missed', () => stage.box.parts.processors.active.reach === 'outOfReach');
  assert.equal(back, []);

  await stage.pfr.up();
  await stage.until('it is heard', () => back.length > 0);
  await stage.sold();

  assert.equal(back, ['sandbox']);
});
