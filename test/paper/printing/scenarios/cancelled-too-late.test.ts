import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a slip of which bytes have left cannot be cancelled', async (stage) => {
  const { printer } = stage.station;
  printer.at('processed', 9000, (one) => one.paper('out'));
  const { uuid } = await stage.sold();
  await stage.become(uuid, 'blocked paper');
  const [job] = await stage.jobsOf(uuid);

  assert.equal(await stage.box.parts.printing.cancel(job?.id ?? 0), { ok: false, error: { kind: 'sent' } });

  printer.paper('ok');
  await stage.become(uuid, 'printed');
});
