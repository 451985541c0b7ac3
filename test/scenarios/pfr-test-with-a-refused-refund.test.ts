import * as assert from 'uvu/assert';
import { learned, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene('a processor that signs sales and refuses refunds fails the test with its own reason', async (stage) => {
  stage.pfr.faults.add({ fault: 'none' }, { fault: 'refuse', code: '2310' });

  const { report, remarks, said } = await testProcessor(stage);

  assert.equal([report.passed, remarks], [false, ['signing: fails']]);
  assert.equal(report.receipts, ['FAKE7PFR-FAKE7PFR-1']);
  assert.match(said('signing'), /^The Training refund was not signed: .*2310/);
  assert.is(stage.unsettled.length, 0);
  assert.is(learned(stage), undefined);
});
