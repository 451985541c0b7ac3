import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('what is no processor gets no receipt, and the status says that the address is wrong', async (stage) => {
  stage.pfr.faults.add({
    fault: 'answer',
    signs: false,
    status: 404,
    body: '<h1>Router</h1>',
    on: 'status',
    standing: true,
  });

  await stage.until('it is seen', async () => !(await stage.status()).ready);
  assert.match(await stage.refused(), 'На задатој адреси не одговара фискални процесор.');

  assert.not(stage.asked.includes('invoice'));
});
