import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a receipt whose answer was lost is found although nobody asks again', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  await stage.refused();
  const { ready, problems, warnings } = await stage.status();
  assert.equal([ready, problems], [true, []], 'others are sold to');
  assert.not.match(warnings.join(), 'није познат', 'most are found within a minute');
  stage.box.clockOffset += 60_000;
  assert.match(
    (await stage.status()).warnings.join(),
    'на 300,00 РСД је послат, а исход још није познат. Сачекајте, или поново пошаљите исти захтев',
  );

  stage.pfr.faults.clear();
  await stage.until('it is in the list', async () => (await stage.numbers()).length === 1);

  assert.equal(await stage.numbers(), stage.signed);
  assert.not.match((await stage.status()).warnings.join(), 'није познат');
});
