import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { scene } from './stage.js';

scene('two clients with one key at the same time get one receipt, though its answer was lost', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true });

  const replies = await Promise.all([stage.sell({}, 'prodaja-1'), stage.sell({}, 'prodaja-1')]);

  assert.equal(replies.map(({ status }) => status).sort(), [200, 201]);
  const [one, other] = replies.map((reply) => read('Invoice', reply.status, reply));
  assert.is(one?.uuid, other?.uuid);
  assert.is(stage.signed.length, 1);
});
