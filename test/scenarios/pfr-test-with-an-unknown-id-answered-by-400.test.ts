import * as assert from 'uvu/assert';
import { STYLES } from '../kit/pfr/styles.js';
import { learned, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene(
  'a processor that answers an unknown request id by HTTP 400 says clearly that it has none',
  async (stage) => {
    const { report, remarks } = await testProcessor(stage);

    assert.equal([report.passed, remarks], [true, []]);
    assert.is(learned(stage)?.unknownId, 'absent');
  },
  { pfr: { style: STYLES.development } },
);
