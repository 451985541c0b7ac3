import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a paper that waited while another one of the same receipt was printed says that it is a repeat',
  async (stage) => {
    const kuhinja = await stage.newStation('kuhinja', {}, { autoPrint: false });
    await stage.use(stage.station, kuhinja);
    stage.station.printer.cover('open');
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked cover');
    await stage.again(uuid, 'kuhinja');
    await stage.become(uuid, 'blocked cover', 'printed');
    stage.station.printer.cover('closed');
    await stage.become(uuid, 'printed', 'printed');
    assert.equal(await stage.papers(kuhinja), ['1 again']);
    assert.equal(await stage.papers(), ['1 again']);
  },
  { repeats: true },
);
