import * as assert from 'uvu/assert';
import { doctorSays, learned, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene('the test of a processor that is off ends at once, with what to do, and nothing is learned', async (stage) => {
  await stage.pfr.stop();

  const { report, remarks, said } = await testProcessor(stage);

  assert.equal([report.passed, report.receipts, remarks], [false, [], ['signing: fails']]);
  assert.match(
    said('signing'),
    /at the configured address does not respond.*Nothing was sent for signing\. Check that the processor's program/,
  );
  assert.is(learned(stage), undefined);
  assert.match(await doctorSays(stage), /^warning: The processor has never been tested/);
});
