import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { RESTORED } from '../../src/outward/backup/format.js';
import { QUEUE_TEXTS } from '../../src/sales/invoicing/queue/queueWorker.js';
import { allowQueue, drained, entry, places, queued } from './queueing.js';
import { scene } from './stage.js';

scene(
  'what waited in a box that was restored is not issued by itself: the other one may have done so',
  async (stage) => {
    await allowQueue(stage);
    await stage.pfr.stop();
    for (const key of ['prodaja-1', 'prodaja-2']) await queued(stage, key);
    await stage.restart(() => writeFileSync(join(stage.box.folder, RESTORED), ''));
    assert.equal(await places(stage), ['- refused prodaja-1', '- refused prodaja-2']);
    assert.is((await entry(stage, 'prodaja-1')).reason, QUEUE_TEXTS.restored);

    await queued(stage, 'prodaja-3');
    await queued(stage, 'prodaja-2');
    await stage.restart();
    assert.equal(await places(stage), ['- refused prodaja-1', '1 queued prodaja-3', '2 queued prodaja-2'], 'once only');
    await stage.pfr.up();
    await drained(stage);
    assert.equal(await places(stage), ['- refused prodaja-1']);
  },
);
