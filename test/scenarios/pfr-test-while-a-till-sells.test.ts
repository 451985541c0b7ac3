import * as assert from 'uvu/assert';
import { learned, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene(
  'a sale of the shop that comes behind the refund is waited for, and nothing wrong is learned from it',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'none' }, { fault: 'hang', signs: 'now' });
    const testing = testProcessor(stage);
    await stage.hanging();
    const selling = stage.sold();
    const { mutex } = stage.box.parts.processors.active;
    await stage.until('the sale waits for the processor', () => mutex?.['waiters'].length === 1);

    stage.pfr.release();
    const [{ report, remarks, said }, sold] = await Promise.all([testing, selling]);

    assert.equal([report.passed, report.profile, learned(stage)], [true, null, undefined]);
    assert.equal(remarks, ['look-up: note']);
    assert.match(said('look-up'), /Another receipt was issued during the test/);
    assert.is(sold.pfr.invoiceNumber, 'FAKE7PFR-FAKESEO0-3');
  },
  { pfr: { kind: 'vpfr' }, setting: { timeout: 30, signingLimit: 60 } },
);
