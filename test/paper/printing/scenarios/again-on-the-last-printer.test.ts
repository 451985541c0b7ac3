import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a receipt is printed again where its last paper came out, as long as that printer is set',
  async (stage) => {
    const kuhinja = await stage.newStation('kuhinja');
    await stage.use(stage.station, kuhinja);
    const { uuid } = await stage.sold({ print: 'kuhinja' });
    await stage.become(uuid, 'printed');
    assert.is((await stage.again(uuid)).printer, 'kuhinja');
    assert.is((await stage.again(uuid, 'kasa')).printer, 'kasa');
    assert.is((await stage.again(uuid)).printer, 'kasa');
    await stage.become(uuid, 'printed', 'printed', 'printed', 'printed');

    const other = await stage.sold({ print: 'kuhinja' });
    await stage.become(other.uuid, 'printed');
    await stage.use(stage.station);
    assert.is((await stage.again(other.uuid)).printer, 'kasa', 'the printer of the last paper is gone');
    await stage.become(other.uuid, 'printed', 'printed');
  },
  { repeats: true },
);

scene('a job that is held up says why and what to do, in the words of the till', async (stage) => {
  stage.station.printer.paper('out');
  const { uuid } = await stage.sold();
  await stage.become(uuid, 'blocked paper');
  const [job] = await stage.jobsOf(uuid);
  assert.equal([job?.message, job?.nextStep], ['Штампач је остао без папира.', 'Ставите нову ролну.']);
  stage.station.printer.paper('ok');
  await stage.become(uuid, 'printed');
  const [printed] = await stage.jobsOf(uuid);
  assert.equal([printed?.message, printed?.nextStep], [null, null]);
});
