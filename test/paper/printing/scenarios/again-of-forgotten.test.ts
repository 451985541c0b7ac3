import * as assert from 'uvu/assert';
import { readError } from '../../../kit/client.js';
import { scene } from './stage.js';

scene(
  'another paper of a receipt whose jobs are forgotten says that it is a repeat',
  async (stage) => {
    const { ledger } = stage.box.parts;
    const old = await stage.sold();
    await stage.become(old.uuid, 'printed');
    const other = await stage.sold({ print: false });
    const [job] = ledger.main.jobs.all();
    assert.ok(job);
    const later = Array.from({ length: 1000 }, (_, index) => ({ ...job, id: 100 + index, uuid: other.uuid }));
    await Promise.all(
      later.map((one) => ledger.put({ type: 'job', jobs: [{ ...one, state: 'cancelled', reason: 'age' }] })),
    );
    assert.equal(await stage.jobsOf(old.uuid), []);

    await stage.box.set('repeatPrints', false);
    const refused = readError(422, await stage.client.post(`/invoices/${old.uuid}/print`, {}));
    assert.is(refused.rule, 'print.proven', 'nobody knows any more whether it was printed');
    await stage.box.set('repeatPrints', true);
    const again = await stage.again(old.uuid);
    assert.ok(again.repeat);
    await stage.until('the paper', () => stage.box.parts.printing.job(again.id)?.state === 'printed');
    assert.equal(await stage.papers(), ['1', '1 again']);

    const young = await stage.sold({ print: false });
    assert.is((await stage.again(young.uuid)).repeat, false, 'a later receipt has never had a job');
    await stage.become(young.uuid, 'printed');
  },
  { repeats: true },
);
