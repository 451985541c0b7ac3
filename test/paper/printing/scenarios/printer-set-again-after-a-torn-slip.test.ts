import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a printer that is removed while a slip is held up, and set again, gets the paper of that slip cut first',
  async (stage) => {
    const { printer } = stage.station;
    printer.at('processed', 9000, (one) => one.paper('out'));
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked paper');
    await stage.box.set('printers', []);
    await stage.become(uuid, 'unknown paper');
    await stage.use(stage.station);

    printer.paper('ok');
    assert.ok((await stage.again(uuid)).repeat);
    await stage.become(uuid, 'unknown paper', 'printed');
    assert.equal(await stage.papers(), ['scrap', '1 again']);
  },
  { tears: true },
);
