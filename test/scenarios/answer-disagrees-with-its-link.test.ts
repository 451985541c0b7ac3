import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const LIES = [
  { cause: 'amount', fields: { totalAmount: 3000 } },
  { cause: 'jid', fields: { requestedBy: 'HACKER01', signedBy: 'HACKER01' } },
  { cause: 'counters', fields: { totalCounter: 7 } },
  { cause: 'time', fields: { sdcDateTime: '2024-02-29T17:07:27.455+01:00' } },
] as const;

scene('an answer whose amount, card, counter or time is not that of its link is looked up', async (stage) => {
  for (const { cause, fields } of LIES) {
    stage.pfr.faults.add({ fault: 'alter', fields });

    const sold = await stage.sold();

    assert.is(stage.logged('pfr.unclear').at(-1)?.['cause'], cause);
    assert.is(sold.total, 300);
    assert.is(sold.pfr.requestedBy, 'FAKE7PFR');
  }
  assert.equal((await stage.numbers()).reverse(), stage.signed);
});
