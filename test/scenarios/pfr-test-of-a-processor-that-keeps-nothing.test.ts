import * as assert from 'uvu/assert';
import { doctorSays, learned, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene(
  'a processor that finds nothing can be used, and the table says what then tells of a lost answer',
  async (stage) => {
    const { report, remarks, said } = await testProcessor(stage);

    assert.equal([report.passed, remarks], [true, ['look-up: note']]);
    assert.match(said('look-up'), /only the receipt numbers show.*kasirbox pfr settle/);
    assert.is(learned(stage)?.keepsAnswers, 'none');
    assert.match(await doctorSays(stage), /^ok: .*a lost response cannot be retrieved\.$/);
  },
  { pfr: { kept: 0 } },
);
