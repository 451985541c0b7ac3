import * as assert from 'uvu/assert';
import { testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene(
  'a second test at the same time is told to wait, and sends nothing',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'hang', signs: 'now' });
    const first = testProcessor(stage);
    await stage.hanging();

    try {
      await testProcessor(stage);
      assert.unreachable();
    } catch (error) {
      assert.match(String(error), /A test of this processor is running already; wait until it ends\./);
    }

    stage.pfr.release();
    assert.ok((await first).report.passed);
    assert.is(stage.signed.length, 2);
    assert.ok((await testProcessor(stage)).report.passed, 'and afterwards there may be another');
  },
  { setting: { timeout: 30, signingLimit: 60 } },
);
