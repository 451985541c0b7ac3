import * as assert from 'uvu/assert';
import { doctorSays, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene('what was learned of one card is not taken for another', async (stage) => {
  await testProcessor(stage);
  stage.pfr.pfr.change({ card: 'OTHER777' });
  assert.match(
    await doctorSays(stage),
    /^warning: Another processor was tested, but not this one\. .*kasirbox pfr test/,
  );

  assert.is(await stage.enterPin('1234'), '');
  const { report } = await testProcessor(stage);

  assert.equal([report.passed, report.uid], [true, 'OTHER777']);
  assert.match(await doctorSays(stage), /^ok: /);
});
