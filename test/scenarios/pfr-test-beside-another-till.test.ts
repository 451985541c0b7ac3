import * as assert from 'uvu/assert';
import { learned, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene(
  'another till on the card is noticed by the numbers, and never taken for a processor that forgets',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'none' }, { fault: 'none', before: ['foreign-receipt'] });
    const between = await testProcessor(stage);
    assert.equal([between.report.passed, between.remarks], [true, ['numbers: note']]);
    assert.match(between.said('numbers'), /another till uses the processor, too/);

    stage.pfr.faults.add({ fault: 'none' }, { fault: 'none', after: ['foreign-receipt'] });
    const after = await testProcessor(stage);
    assert.equal(after.report.profile, null);
    assert.ok(after.remarks.includes('look-up: note'), after.remarks.join());
    assert.match(after.said('look-up'), /Another receipt was issued during the test.*when no one is selling/);
    assert.is(learned(stage)?.keepsAnswers, 'latest', 'what was learned before stays');
  },
);
