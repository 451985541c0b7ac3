import * as assert from 'uvu/assert';
import { refusalOf, scene } from './stage.js';

scene(
  'the one missing number is that of another till: a person who sees that receipt on the portal frees the key',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'drop', signs: false, before: ['foreign-receipt'] });
    await stage.refused({}, 'prodaja-1');
    const number = await stage.signedButMissing();

    const decided = await stage.decide({ signed: true, link: stage.linkOf(number), reason: 'нађен на порталу' });
    assert.match(decided.ok ? '' : decided.error, 'its amount does not match');
    refusalOf(await stage.sell({}, 'prodaja-1'));

    assert.ok((await stage.decide({ signed: false, reason: 'под тим бројем је рачун друге касе' })).ok);
    await stage.sold({}, 'prodaja-1');
    assert.is(stage.signed.length, 2);
  },
);
