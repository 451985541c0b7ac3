import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a printer that is held up does not hold up another printer',
  async (stage) => {
    const kuhinja = await stage.newStation('kuhinja');
    await stage.use(stage.station, kuhinja);
    stage.station.printer.cover('open');
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked cover', 'printed');

    assert.is((await stage.printer('kuhinja')).state, 'idle');
    assert.equal(await stage.papers(kuhinja), ['1']);
    assert.is((await stage.again(uuid, 'kuhinja')).repeat, true);
    stage.station.printer.cover('closed');
    await stage.become(uuid, 'printed', 'printed', 'printed');
    assert.equal(await stage.papers(kuhinja), ['1', '1 again']);
  },
  { repeats: true },
);
