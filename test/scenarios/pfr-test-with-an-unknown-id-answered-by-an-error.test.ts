import * as assert from 'uvu/assert';
import { learned, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene('an error for an unknown request id proves nothing, and is told', async (stage) => {
  stage.pfr.faults.add(
    { fault: 'none', on: 'find' },
    { fault: 'none', on: 'find' },
    { fault: 'answer', on: 'find', signs: false, status: 500, body: '' },
  );

  const { report, remarks, said } = await testProcessor(stage);

  assert.equal([report.passed, remarks], [true, ['unknown-id: note']]);
  assert.match(said('unknown-id'), /a look-up proves nothing/);
  assert.is(learned(stage)?.unknownId, 'unclear');
});
