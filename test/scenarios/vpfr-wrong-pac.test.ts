import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a wrong PAC is told as that, and a right one works at once',
  async (stage) => {
    await stage.setVpfr({ pac: 'WRONG1' });
    assert.match(await stage.refused({}, 'prodaja-1'), 'није прихватила ПАК');
    assert.is(stage.unsettled.length, 0);

    await stage.setVpfr();
    await stage.sold({}, 'prodaja-1');
    assert.is(stage.signed.length, 1);
  },
  { pfr: { kind: 'vpfr' } },
);
