import * as assert from 'uvu/assert';
import { learned, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene('an answer that was lost and looked up at once does not fail the test, but is told', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true });

  const { report, remarks, said } = await testProcessor(stage);

  assert.equal([report.passed, remarks], [true, ['signing: note']]);
  assert.match(said('signing'), /one answer was lost and found later by a look-up/);
  assert.is(report.times.sale, null);
  assert.is(learned(stage)?.signingTime, report.times.refund);
});
