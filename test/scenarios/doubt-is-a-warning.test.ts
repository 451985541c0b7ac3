import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { scene } from './stage.js';

scene('a receipt in doubt is named with what to do, and the box stays ready', async (stage) => {
  await stage.sold();
  stage.pfr.faults.add({ fault: 'foreign', signs: false, before: ['foreign-receipt'] });
  await stage.refused({}, 'prodaja-1');
  await stage.sellsOnUntil('a person is asked', () => stage.unsettled[0]?.state === 'doubt');

  const { ready, problems, warnings } = await stage.status();
  assert.equal([ready, problems], [true, []]);
  const [doubt, ...others] = warnings.filter((one) => one.includes('да ли је издат рачун'));
  assert.match(
    doubt ?? '',
    /^Није могуће утврдити да ли је издат рачун од \d\d\.\d\d\.\d{4}\. [\d:]{7,8} на 300,00 РСД\. Потражите рачун на порталу Пореске управе, па унесите одлуку у „Стање” \(у терминалу: kasirbox pfr settle\)/,
  );
  assert.equal(others, [], 'once');
  const readiness = await stage.box.anonymous.fetch('GET', '/readyz');
  assert.equal(read('Readiness', 200, readiness), { ready: true, failing: [] });
  const [open] = await stage.admin('pfr.open', {});
  assert.equal([open?.state, open?.number, open?.total], ['doubt', null, 30_000]);
  await stage.box.set('metrics', true);
  const { text } = await stage.box.anonymous.fetch('GET', '/metrics');
  assert.match(text, 'kasirbox_open_receipts{state="doubt"} 1\n');

  assert.ok((await stage.decide({ signed: false, reason: 'нема га на порталу' })).ok);
  assert.not.match((await stage.status()).warnings.join(), 'да ли је издат рачун');
});
