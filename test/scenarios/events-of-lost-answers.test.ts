import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { scene, type Stage } from './stage.js';

const told = async (stage: Stage) => {
  const { events } = read('EventList', 200, await stage.client.get('/events'));
  return events.filter(({ type }) => type !== 'problem.began' && type !== 'problem.ended');
};

scene('an order in doubt is told once, over a restart too, and its end with it', async (stage) => {
  stage.pfr.faults.add({ fault: 'foreign', signs: false, before: ['foreign-receipt'] });
  await stage.refused({}, 'prodaja-1');
  await stage.sellsOn();
  await stage.doubted();
  await stage.restart();
  await stage.sellsOnUntil('a person is asked', () => stage.unsettled[0]?.state === 'doubt');
  assert.ok((await stage.decide({ signed: false, reason: 'нема га на порталу' })).ok);

  const events = (await told(stage)).filter(({ type }) => type !== 'invoice.issued');
  assert.equal(
    events.map(({ type, uuid }) => [type, uuid]),
    [
      ['invoice.in-doubt', null],
      ['invoice.settled', null],
    ],
  );
  assert.is(events[0]?.attemptId, events[1]?.attemptId);
});

scene('an answer that is found while its caller waits is never in doubt', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true });
  const { uuid } = await stage.sold();
  assert.equal(
    (await told(stage)).map(({ type, uuid: issued }) => [type, issued]),
    [['invoice.issued', uuid]],
  );
});
