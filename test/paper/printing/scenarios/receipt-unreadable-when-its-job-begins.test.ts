import * as assert from 'uvu/assert';
import { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { instead } from '../../../kit/instead.js';
import { scene } from './stage.js';

scene('a job whose receipt cannot be read is cancelled, and the next one is printed', async (stage) => {
  const kuhinja = await stage.newStation('kuhinja', {}, { autoPrint: false });
  await stage.use(stage.station, kuhinja);
  stage.station.printer.cover('open');
  const { uuid } = await stage.sold();
  await stage.become(uuid, 'blocked cover');
  await stage.again(uuid, 'kuhinja');
  await stage.become(uuid, 'blocked cover', 'printed');
  const next = await stage.sold();
  const mend = instead(Ledger.prototype, 'invoice', (_, original, args) =>
    args[0] === uuid ? Promise.reject(new Error('record 7 is damaged')) : original(...args),
  );
  try {
    stage.station.printer.cover('closed');
    await stage.become(next.uuid, 'printed');
  } finally {
    mend();
  }
  await stage.become(uuid, 'cancelled unprintable', 'printed');
  assert.equal(await stage.papers(), ['2'], 'and nothing on it says that it was torn');
  assert.match(String(stage.box.log.find(({ event }) => event === 'print.undrawn')?.['error']), /record 7/);
});
