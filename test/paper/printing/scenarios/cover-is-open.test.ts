import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('with its cover open a printer gets no slip, and says why', async (stage) => {
  const { printer } = stage.station;
  const first = await stage.sold();
  await stage.become(first.uuid, 'printed');
  printer.cover('open');
  const { uuid } = await stage.sold();

  await stage.become(uuid, 'blocked cover');
  const { state, reason, proof } = await stage.printer();
  assert.equal({ state, reason, proof }, { state: 'blocked', reason: 'cover', proof: 'process-id' });
  assert.equal(await stage.papers(), ['1']);

  printer.cover('closed');
  await stage.become(uuid, 'printed');
  assert.equal(await stage.papers(), ['1', '2']);
});
