import * as assert from 'uvu/assert';
import { scene } from './stage.js';

/** What a stop may take, ms (SIGTERM: exit within 10 s). */
const PROMISED = 10_000;

scene(
  'a stop is not held up by a slip whose printer setting was changed',
  async (stage) => {
    stage.station.printer.at('processed', 9000, (printer) => printer.paper('out'));
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked paper');
    await stage.change({ copies: 2 });
    const before = stage.clock.monotonic();
    await stage.restart();
    assert.ok(stage.clock.monotonic() - before < PROMISED, `${stage.clock.monotonic() - before} ms`);
    stage.station.printer.paper('ok');
    await stage.become(uuid, 'unknown restart');
  },
  { tears: true },
);
