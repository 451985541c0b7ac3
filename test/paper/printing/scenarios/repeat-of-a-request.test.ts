import * as assert from 'uvu/assert';
import { read } from '../../../kit/client.js';
import { scene } from './stage.js';

scene('a repeat of a request prints nothing, whatever its print option', async (stage) => {
  const { uuid } = await stage.sold({ print: true }, 'prodaja-1');
  await stage.become(uuid, 'printed');

  for (const print of [true, 'kasa', null, false, 'magacin']) {
    const repeat = await stage.sell({ print }, 'prodaja-1');
    assert.is(read('Invoice', 200, repeat).uuid, uuid);
  }

  assert.equal(await stage.states(uuid), ['printed']);
  assert.equal(await stage.papers(), ['1']);
});
