import * as assert from 'uvu/assert';
import { DEFAULTS } from '../kit/pfr/options.js';
import { scene } from './stage.js';

const { pac } = DEFAULTS;
const refusal = JSON.stringify({ Message: `PAC ${pac} is not valid for this certificate.` });

scene(
  'a PAC that is sent back in whatever the processor says is shown nowhere',
  async (stage) => {
    stage.tell({ make: `echo of ${pac}`, [pac]: 'a name', taxCoreApi: `https://${pac}.example/` });
    stage.pfr.faults.add({ fault: 'answer', signs: false, status: 401, body: refusal, standing: true });
    const message = await stage.refused({}, 'prodaja-1');
    await stage.until('its words are there', async () => JSON.stringify(await stage.status()).includes('echo of'));
    const shown = [message, JSON.stringify(await stage.status()), ...(await stage.complaints())];

    stage.pfr.faults.clear();
    stage.pfr.faults.add({ fault: 'answer', on: 'status', signs: false, status: 401, body: refusal, standing: true });
    await stage.complains(/није прихватила ПАК/);
    shown.push(await stage.refused({}, 'prodaja-2'), JSON.stringify(await stage.status()));

    shown.push(...(await stage.complaints()), ...stage.box.lines);
    assert.match(shown.join(), '***');
    assert.equal(
      shown.filter((text) => text.includes(pac)),
      [],
    );
  },
  { pfr: { kind: 'vpfr' } },
);
