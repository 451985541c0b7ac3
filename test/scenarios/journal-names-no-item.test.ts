import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a journal that names none of the items is kept with its receipt, and told once', async (stage) => {
  const journal = '============ ФИСКАЛНИ РАЧУН ============\r\nАртикли: 1\r\nУкупан износ: 300,00\r\n';
  stage.pfr.faults.add({ fault: 'alter', fields: { journal } }, { fault: 'alter', fields: { journal } });

  const sold = await stage.sold({}, 'prodaja-1');
  assert.is(sold.journal, journal);
  await stage.sold({}, 'prodaja-2');
  await stage.sold({}, 'prodaja-3');

  assert.is(stage.signed.length, 3);
  assert.not(stage.asked.includes('find'), 'nothing was lost');
  assert.equal(
    stage.logged('pfr.quirk').map(({ quirk }) => quirk),
    ['journalWithoutItems'],
  );
  assert.equal(stage.box.parts.processors.active.quirks, ['journalWithoutItems']);
});
