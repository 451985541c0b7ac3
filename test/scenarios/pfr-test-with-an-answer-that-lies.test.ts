import * as assert from 'uvu/assert';
import { testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene('an answer whose link is wrong fails the test, and the log is named', async (stage) => {
  stage.pfr.faults.add({ fault: 'broken-link' }, { fault: 'broken-link', on: 'find', standing: true });

  const { report, said } = await testProcessor(stage);

  assert.not(report.passed);
  assert.match(said('signing'), /The answer for the Training sale could not be accepted.*pfr\.unclear/);
  assert.is(stage.logged('pfr.unclear').length, 1);
});
