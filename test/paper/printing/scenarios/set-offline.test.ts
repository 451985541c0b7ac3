import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a printer whose button took it off line is blocked, and goes on when it is pressed again', async (stage) => {
  const { printer } = stage.station;
  const first = await stage.sold();
  await stage.become(first.uuid, 'printed');
  printer.offline(true);
  const { uuid } = await stage.sold();

  await stage.become(uuid, 'blocked offline');
  printer.offline(false);
  await stage.become(uuid, 'printed');
  assert.equal(await stage.papers(), ['1', '2']);
});
