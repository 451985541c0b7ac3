import * as assert from 'uvu/assert';
import { scene, type Stage } from './stage.js';

scene(
  'after a minute the same sale without a key is a new one; if both were signed, both numbers are named',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true });
    await stage.refused();
    await soldAgain(stage);

    const [first, second, ...others] = stage.signed;
    assert.equal(others, []);
    await stage.until('both are named', () => eventsOf(stage).length > 0);
    assert.equal(eventsOf(stage), [{ kind: 'sold-twice', environment: 'sandbox', first, second }]);
    assert.equal(
      stage.logged('sale.twice').map((line) => [line['first'], line['second']]),
      [[first, second]],
    );

    await stage.findOnPortal(first);
    assert.is(eventsOf(stage).length, 1, 'said once');
    await stage.sold();
    assert.is(stage.signed.length, 3, 'the first buyer has his receipt: the next one gets his own');
  },
  { pfr: { kind: 'vpfr', kept: 0 } },
);

/** The same coffee, asked for until it is sold. */
async function soldAgain(stage: Stage): Promise<void> {
  await stage.until('the minute is over', async () => (await stage.sell()).status === 201);
}

function eventsOf({ box }: Stage): object[] {
  return box.parts.ledger.main.events.flatMap(({ at: _, ...event }) => (event.kind === 'sold-twice' ? [event] : []));
}
