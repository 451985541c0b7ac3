import * as assert from 'uvu/assert';
import { testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene('a clock that is an hour ahead is told with its difference', async (stage) => {
  stage.pfr.pfr.change({ clock: 3_600_000 });

  const { report, remarks, said } = await testProcessor(stage);

  assert.equal([report.passed, remarks], [true, ['clock: note']]);
  assert.ok(Math.abs((report.clockAhead ?? 0) - 3_600_000) < 60_000);
  assert.match(said('clock'), /differs from that of the box by 3\d\d\d\.\d s\. Check both clocks/);
});
