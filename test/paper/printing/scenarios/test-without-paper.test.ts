import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a test of a printer without paper fails, and keeps what the printer is known to prove',
  async (stage) => {
    const { printer } = stage.station;
    const first = await stage.sold();
    await stage.become(first.uuid, 'printed');
    printer.at('processed', printer.printed + 9000, (full) => full.paper('out'));
    const torn = await stage.sold();
    await stage.become(torn.uuid, 'blocked paper');
    assert.equal(await stage.box.parts.printing.test('kasa'), { ok: false, error: 'paper' });
    await stage.restart();
    // It holds as much of the torn slip as it has room for, and cannot even be asked.
    assert.is((await stage.box.parts.printing.test('kasa')).ok, false);
    assert.is((await stage.printer()).proof, 'process-id');
    printer.power(false);
    await stage.pass(60_000);
    assert.is((await stage.box.parts.printing.test('kasa')).ok, false);
    printer.paper('ok');
    printer.power(true);
    const next = await stage.sold();
    await stage.become(next.uuid, 'printed');
    assert.is((await stage.printer()).proof, 'process-id');
    assert.equal(await stage.states(torn.uuid), ['unknown restart']);
  },
  { tears: true },
);
