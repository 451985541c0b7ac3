import * as assert from 'uvu/assert';
import { scene } from './stage.js';

/** What a proxy may say of a request that it has passed on, and whose answer it did not want. */
const SAID = [
  [400, '<html><body>Your browser sent an invalid request.</body></html>'],
  [404, '<h1>Not Found</h1>'],
  [405, '<html><head><title>405 Not Allowed</title></head><body><center>nginx</center></body></html>'],
  [413, 'Request Entity Too Large'],
  [429, '{"message":"API rate limit exceeded"}'],
  [499, ''],
] as const;

scene('a 4xx of a proxy does not say that nothing was signed', async (stage) => {
  for (const [status, body] of SAID) {
    stage.pfr.faults.add({ fault: 'answer', signs: true, status, body });
    const key = `prodaja-${status}`;
    const sold = await stage.sold({}, key);
    assert.is((await stage.replayed({}, key)).pfr.invoiceNumber, sold.pfr.invoiceNumber, String(status));
  }
  assert.is(stage.signed.length, SAID.length);
});
