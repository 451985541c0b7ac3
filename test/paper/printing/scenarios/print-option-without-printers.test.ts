import * as assert from 'uvu/assert';
import { readError } from '../../../kit/client.js';
import { scene } from './stage.js';

scene(
  'a box without printers sells, and refuses a request for paper since it has none',
  async (stage) => {
    const { uuid } = await stage.sold();
    assert.equal(await stage.jobsOf(uuid), []);
    await stage.sold({ print: false });

    assert.is(readError(422, await stage.sell({ print: true })).code, 'configuration');
    assert.is(readError(422, await stage.client.post(`/invoices/${uuid}/print`, {})).code, 'configuration');
    assert.is((await stage.sold()).pfr.invoiceCounter, '3/3ПП', 'nothing was issued');
  },
  { isUnset: true },
);
