import * as assert from 'uvu/assert';
import { learned, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene(
  'a processor that gives its last receipt for whatever is asked is told apart from one that finds it',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'stale', on: 'find', signs: true, standing: true });

    const { report, remarks, said } = await testProcessor(stage);

    assert.equal(remarks, ['look-up: fails', 'unknown-id: note']);
    assert.not(report.passed);
    assert.match(said('look-up'), /The request id of the last receipt returns another receipt \(FAKE7PFR-FAKE7PFR-1\)/);
    assert.match(said('unknown-id'), /For a request that was never sent it returns receipt FAKE7PFR-FAKE7PFR-1/);
    const { keepsAnswers, unknownId } = learned(stage) ?? {};
    assert.equal([keepsAnswers, unknownId], ['none', 'other receipt']);
  },
);
