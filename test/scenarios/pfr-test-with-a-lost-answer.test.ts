import * as assert from 'uvu/assert';
import { learned, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene('when the answer to its own receipt is lost, the test says so and names the way to settle it', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });

  const { report, remarks, said } = await testProcessor(stage);

  assert.equal([report.passed, report.receipts, remarks], [false, [], ['signing: fails']]);
  const [open] = stage.unsettled;
  assert.is(open?.intent.draft.invoiceType, 'Training');
  assert.match(said('signing'), `it is not known whether it was signed (request ${open?.intent.requestId ?? ''})`);
  assert.match(said('signing'), /kasirbox pfr settle/);
  assert.is(learned(stage), undefined);

  stage.pfr.faults.clear();
  await stage.settled();
  assert.ok((await testProcessor(stage)).report.passed);
});
