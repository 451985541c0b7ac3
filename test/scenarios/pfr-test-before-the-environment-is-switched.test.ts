import * as assert from 'uvu/assert';
import { FakePfrServer } from '../kit/pfr/server.js';
import { scene } from './stage.js';

scene('a processor can be tried before its environment becomes the active one', async (stage) => {
  const other = await FakePfrServer.start({ environment: 'production', jid: 'REAL7PFR', pin: null });
  try {
    await stage.box.set('pfr.production', { mode: 'lpfr', url: other.url, timeout: 1, signingLimit: 1 });

    const report = await stage.admin('pfr.test', { environment: 'production' });

    assert.ok(report.passed, JSON.stringify(report));
    assert.equal(report.receipts, ['REAL7PFR-REAL7PFR-1', 'REAL7PFR-REAL7PFR-2']);
    const { main } = stage.box.parts.ledger;
    assert.equal([main.profile('production')?.uid, main.profile('sandbox')], ['REAL7PFR', undefined]);
    assert.equal(await stage.numbers(), [], 'the other environment has none of them');
    await stage.box.set('environment', 'production');
    assert.equal(await stage.numbers(), report.receipts.toReversed());
  } finally {
    await other.stop();
  }
});
