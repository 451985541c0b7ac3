import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a test processor makes no fiscal receipts', async (stage) => {
  await stage.box.set('pfr.sandbox', { mode: 'demo' });
  await stage.box.set('pfr.production', { mode: 'lpfr', url: stage.pfr.url, timeout: 1, signingLimit: 1 });
  await stage.box.set('environment', 'production');

  assert.match(await stage.refused(), 'Фискални процесор је тестни, а подешен је за прави рад.');

  assert.is(stage.signed.length, 0);
});
