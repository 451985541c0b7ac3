import * as assert from 'uvu/assert';
import { allowQueue, drained, places, queued, remove, waiting, WAITS } from './queueing.js';
import { scene } from './stage.js';

scene('a queue outlives a restart as it stood, and is issued by the next run', async (stage) => {
  await allowQueue(stage);
  await stage.pfr.stop();
  for (const key of ['prodaja-1', 'prodaja-2', 'prodaja-3']) await queued(stage, key);
  await remove(stage, 'prodaja-2');
  const before = await waiting(stage);

  await stage.restart();
  assert.equal(await waiting(stage), before);
  assert.is((await queued(stage, 'prodaja-3')).position, 2);
  await queued(stage, 'prodaja-4');
  assert.equal(
    (await waiting(stage)).map(({ number }) => number),
    [1, 3, 4],
    'a number is never given twice',
  );

  await stage.restart();
  await stage.pfr.up();
  await drained(stage);
  assert.equal(await places(stage), []);
  for (const [index, key] of ['prodaja-1', 'prodaja-3', 'prodaja-4'].entries()) {
    assert.is((await stage.replayed(WAITS, key)).pfr.invoiceCounter, `${index + 2}/${index + 2}ПП`);
  }
});
