import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const EVIL = 'suf.purs.gov.rs.example.com';

scene(
  'a link that somebody on the way has led elsewhere is not believed: the right one is fetched, and nothing is signed twice',
  async (stage) => {
    for (const root of [`https://${EVIL}`, `https://suf.purs.gov.rs@${EVIL}`, `http://${EVIL}:8443`]) {
      stage.pfr.faults.add({ fault: 'mislead', root });

      const sold = await stage.sold();

      assert.is(stage.logged('pfr.unclear').at(-1)?.['cause'], `link leads to ${EVIL}`);
      assert.is(sold.pfr.verificationUrl, stage.linkOf(sold.pfr.invoiceNumber));
    }
    assert.is(stage.signed.length, 3);
    assert.equal(await stage.complaints(), [], 'what is over is no concern any more');
  },
  { environment: 'production' },
);
