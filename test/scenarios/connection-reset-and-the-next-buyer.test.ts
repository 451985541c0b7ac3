import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a connection reset before the request was read closes no shop: the next buyers do not wait for the signing limit',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'drop', signs: false });
    await stage.refused({}, 'prodaja-1');

    await stage.sold({}, 'prodaja-2');
    await stage.sold({}, 'prodaja-3');
    assert.is(stage.unsettled[0]?.state, 'asking', 'the processor may still sign it');
    assert.match(await stage.refused({}, 'prodaja-1'), 'Остали рачуни се издају');

    await stage.settled();
    assert.equal(
      stage.logged('pfr.settled').map(({ number }) => number),
      [null],
      'closed as not signed',
    );
    await stage.sold({}, 'prodaja-1');
    assert.equal([stage.signed.length, stage.logged('pfr.doubt').length], [4, 0]);
  },
  { setting: { signingLimit: 40 } },
);
