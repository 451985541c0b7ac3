import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a receipt whose answer was lost is found although nobody asks again', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  await stage.refused();
  assert.match((await stage.status()).problems.join(), 'а исход још није познат. Сачекајте');

  stage.pfr.faults.clear();
  await stage.until('it is in the list', async () => (await stage.numbers()).length === 1);

  assert.equal(await stage.numbers(), stage.signed);
  assert.ok((await stage.status()).ready);
});
