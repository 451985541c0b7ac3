import * as assert from 'uvu/assert';
import { learned, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene(
  'of a processor that keeps three answers the box learns that it keeps several',
  async (stage) => {
    const { report, remarks, said } = await testProcessor(stage);

    assert.equal([report.passed, remarks], [true, []]);
    assert.match(said('look-up'), /so is the one before it/);
    assert.is(learned(stage)?.keepsAnswers, 'several');
  },
  { pfr: { kept: 3 } },
);
