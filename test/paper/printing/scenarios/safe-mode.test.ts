import * as assert from 'uvu/assert';
import { read, readError } from '../../../kit/client.js';
import { scene } from './stage.js';

scene(
  'receipts that are sold in safe mode wait for their paper, also over a restart, and are printed when safe mode is left',
  async (stage) => {
    await stage.become((await stage.sold()).uuid, 'printed');
    await stage.box.parts.safeMode.enterAfter(3);
    await stage.restart();
    const before = stage.station.received;
    const sold = await stage.sold();
    await stage.restart();
    assert.equal(await stage.states(sold.uuid), ['queued']);
    assert.is(stage.station.received, before, 'nobody has called the printer');

    assert.equal(await stage.box.parts.safeMode.leave('test'), { ok: true, value: true });
    await stage.become(sold.uuid, 'printed');
    assert.equal(await stage.papers(), ['1', '2']);
  },
);

scene('in safe mode no mail is sent, and the status says so without a warning against selling', async (stage) => {
  const status = async (): Promise<object> => read('Status', 200, await stage.client.get('/status'));
  const before = await status();
  assert.not.ok('safeMode' in before);
  await stage.box.parts.safeMode.enterAfter(3);
  await stage.restart();
  const now = await status();
  // Safe mode itself is a warning.
  const same = { safeMode: undefined, time: '', warnings: [] };
  assert.equal({ ...now, ...same }, { ...before, ready: true, ...same });
  assert.is('safeMode' in now && now.safeMode, true);
  const { uuid } = await stage.sold();
  const refused = readError(409, await stage.client.post(`/invoices/${uuid}/email`, { to: 'kupac@example.rs' }));
  assert.equal(
    [refused.code, refused.message],
    ['mail_error', 'Уређај је у безбедном режиму и не шаље е-пошту. Поновите за сат времена.'],
  );
});
