import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a receipt whose link alone has internal data and signature is a receipt', async (stage) => {
  stage.pfr.faults.add(
    { fault: 'alter', fields: { encryptedInternalData: null, signature: null } },
    { fault: 'alter', fields: { signature: 'AAAA' } },
  );

  await stage.sold({}, 'prodaja-1');
  await stage.sold({}, 'prodaja-2');

  assert.is(stage.signed.length, 2);
  assert.not(stage.asked.includes('find'), 'nothing was lost');
  assert.is(stage.logged('pfr.quirk').length, 1);
  assert.is(stage.logged('pfr.quirk')[0]?.['quirk'], 'blocks');
});
