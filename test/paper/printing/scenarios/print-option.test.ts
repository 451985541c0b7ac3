// turns: 2
import * as assert from 'uvu/assert';
import { readError } from '../../../kit/client.js';
import { scene } from './stage.js';

scene('the caller says whether and where a receipt is printed', async (stage) => {
  const kuhinja = await stage.newStation('kuhinja', {}, { autoPrint: false });
  await stage.use(stage.station, kuhinja);

  const none = await stage.sold({ print: false });
  const any = await stage.sold({ print: true });
  const named = await stage.sold({ print: 'kuhinja' });
  const usual = await stage.sold({ print: null });
  await stage.become(any.uuid, 'printed');
  await stage.become(named.uuid, 'printed');
  await stage.become(usual.uuid, 'printed');

  assert.equal(await stage.jobsOf(none.uuid), []);
  assert.equal(await stage.papers(), ['2', '4']);
  assert.equal(await stage.papers(kuhinja), ['3']);

  const { code, message } = readError(422, await stage.sell({ print: 'magacin' }));
  assert.is(code, 'validation');
  assert.match(message, 'kasa, kuhinja');
  assert.is((await stage.sold({ print: false })).pfr.invoiceCounter, '5/5ПП', 'nothing was issued');
});
