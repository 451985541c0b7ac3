import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'with a key nothing is ever doubled: a minute later it is refused as before, and so after a restart',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: true });
    await stage.refused({}, 'prodaja-1');
    await stage.refused();
    await stage.until('a minute is over', async () => (await stage.sell()).status === 201);

    const number = stage.signed[0] ?? '';
    assert.match(await stage.refused({}, 'prodaja-1'), number);
    await stage.restart();
    await stage.refused({}, 'prodaja-1');
    await stage.sellsOnUntil('it is named again', () => stage.unsettled[0]?.state === 'notHeld');
    assert.match(await stage.refused({}, 'prodaja-1'), number);

    const times = stage.asked.filter((call) => call === 'invoice').length;
    await stage.findOnPortal(number);
    await stage.replayed({}, 'prodaja-1');
    assert.is(stage.asked.filter((call) => call === 'invoice').length, times);
  },
  { pfr: { kind: 'vpfr', kept: 0 } },
);
