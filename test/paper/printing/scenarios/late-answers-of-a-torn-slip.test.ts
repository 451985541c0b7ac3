import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'answers to GS r that belong to a torn slip prove nothing about the next one',
  async (stage) => {
    const slow = await stage.newStation(
      'spora',
      {
        mmPerSecond: 30,
        clock: stage.clock,
        bufferBytes: 65_536,
        answers: { status: true, queuedStatus: true, processId: false },
      },
      { mode: 'text' },
    );
    await stage.use(slow);
    const { printer } = slow;
    const first = await stage.sold();
    await stage.become(first.uuid, 'printed');
    await stage.pass(5000);
    printer.at('processed', printer.printed + 600, (full) => full.paper('out'));
    const torn = await stage.sold();
    await stage.become(torn.uuid, 'blocked paper');
    const next = await stage.sold();
    await stage.restart();
    await stage.become(next.uuid, 'blocked paper');
    printer.paper('ok');
    await stage.become(next.uuid, 'printed');
    // The content of its buffer would be lost now if it were reported as printed.
    printer.power(false);
    assert.equal(await stage.states(torn.uuid), ['unknown restart']);
    assert.ok((await stage.papers(slow)).includes('3'), 'the whole receipt is on paper');
  },
  { isUnset: true, tears: true },
);
