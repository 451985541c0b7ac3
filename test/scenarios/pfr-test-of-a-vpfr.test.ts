import * as assert from 'uvu/assert';
import { learned, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene(
  'a V-PFR is tried over TLS with its certificate; that it does not tell its last number is usual',
  async (stage) => {
    const { report, remarks, said } = await testProcessor(stage);

    assert.equal([report.passed, remarks], [true, []]);
    assert.equal(report.receipts, ['FAKE7PFR-FAKESEO0-1', 'FAKE7PFR-FAKESEO0-2']);
    assert.match(said('last-number'), /does not show the last number/);
    assert.match(said('numbers'), /without a gap/);
    const { mode, keepsAnswers } = learned(stage) ?? {};
    assert.equal([mode, keepsAnswers], ['vpfr', 'latest']);
  },
  { pfr: { kind: 'vpfr' } },
);
