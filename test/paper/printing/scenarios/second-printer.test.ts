import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'of two printers that print each receipt, the second paper says that it is a repeat',
  async (stage) => {
    const kuhinja = await stage.newStation('kuhinja');
    await stage.use(stage.station, kuhinja);
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'printed', 'printed');
    const papers = [...(await stage.papers()), ...(await stage.papers(kuhinja))];
    assert.equal(papers.sort(), ['1', '1 again']);
    assert.equal((await stage.jobsOf(uuid)).map(({ repeat }) => repeat).sort(), [false, true]);
  },
  { repeats: true },
);
