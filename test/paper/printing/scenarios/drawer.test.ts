import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const open = { ok: true, value: undefined };

scene(
  'the drawer opens without paper, at once or not at all',
  async (stage) => {
    const { printing } = stage.box.parts;
    const { printer } = stage.station;
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'printed');
    const before = printer.drawerKicks.length;
    assert.equal(await printing.openDrawer('KASA'), open, 'by its name in any case');
    assert.is(printer.drawerKicks.length, before + 1);
    assert.equal(await stage.papers(), ['1'], 'no paper comes out');

    printer.paper('out');
    assert.equal(await printing.openDrawer('kasa'), { ok: false, error: 'paper' });
    printer.paper('ok');
    await stage.pass(60_000);
    assert.is(printer.drawerKicks.length, before + 1, 'it does not open by itself later');
    assert.equal(await printing.openDrawer('kasa'), open);

    assert.equal(await printing.openDrawer('bar'), { ok: false, error: 'unknown' });
    const next = await stage.sold();
    await stage.become(next.uuid, 'printed');
  },
  { setting: { drawer: 'pin2' } },
);

scene('a printer without a drawer gets no impulse', async (stage) => {
  assert.equal(await stage.box.parts.printing.openDrawer('kasa'), { ok: false, error: 'no drawer' });
  assert.equal(stage.station.printer.drawerKicks, []);
});
