import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const EVIL = 'suf.purs.gov.rs.example.com';

scene(
  'a processor whose links always lead elsewhere signs no receipts that nobody can have, and a person enters the one that it has',
  async (stage) => {
    const lie = { fault: 'mislead', root: `https://${EVIL}`, standing: true } as const;
    stage.pfr.faults.add(lie, { ...lie, on: 'find' });
    assert.match(await stage.refused({}, 'prodaja-1'), 'Исход није познат');

    assert.match(await stage.refused({ cashier: 'Мира' }), `него на ${EVIL}. Такав рачун се не прихвата`);
    assert.is(stage.signed.length, 1);
    await stage.complains(
      new RegExp(`^failure: Веза за проверу рачуна не води .*${EVIL}.*позовите произвођача процесора`),
    );
    const { ready, problems } = await stage.status();
    assert.is(ready, false);
    assert.match(problems.join(), EVIL);

    const link = stage.linkOf(stage.signed[0]);
    const evil = await stage.decide({ signed: true, link: link.replace('suf.purs.gov.rs', EVIL), reason: 'папир' });
    assert.match(JSON.stringify(evil), `leads to ${EVIL}, not to the site of the tax authority`);
    await stage.findOnPortal(stage.signed[0]);
    assert.is((await stage.replayed({}, 'prodaja-1')).pfr.verificationUrl, link);

    stage.pfr.faults.clear();
    assert.match(await stage.refused(), EVIL);
    // As a technician does who has mended it. Left alone, it would be tried after ten minutes.
    await stage.useLpfr(stage.pfr);
    await stage.sold();
    assert.equal(await stage.complaints(), []);
  },
  { environment: 'production' },
);
