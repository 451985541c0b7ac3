import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { scene, type Stage } from './stage.js';

const told = async (stage: Stage) => {
  const { events } = read('EventList', 200, await stage.client.get('/events'));
  return events.filter(({ type }) => type.startsWith('invoice.'));
};

scene('an answer that is lost and never signed is in doubt once, and settled without a receipt', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: false });
  await stage.refused({}, 'prodaja-1');
  await stage.until('it is in doubt', async () => (await told(stage)).length === 1);
  await stage.restart();
  await stage.settled();
  const [doubt, settled, ...others] = await told(stage);
  assert.equal([doubt?.type, settled?.type, others], ['invoice.in-doubt', 'invoice.settled', []]);
  assert.is(settled?.uuid, null);
  assert.is(settled?.attemptId, doubt?.attemptId);
});

scene('an answer that is found while its caller waits is never in doubt', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true });
  const { uuid } = await stage.sold();
  assert.equal(
    (await told(stage)).map(({ type, uuid: issued }) => [type, issued]),
    [['invoice.issued', uuid]],
  );
});
