import * as assert from 'uvu/assert';
import { testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene('receipts in English are told, and fail nothing', async (stage) => {
  stage.pfr.faults.add({ fault: 'english', standing: true });

  const { report, remarks, said } = await testProcessor(stage);

  assert.equal([report.passed, remarks], [true, ['language: note']]);
  assert.match(said('language'), /in English\. Select Serbian/);
});
