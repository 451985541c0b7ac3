import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ENVIRONMENTS } from '../../../../src/contract/fiscal.js';
import { KeysAtWork } from '../../../../src/sales/invoicing/issue/keysAtWork.js';

/** Work under `order-1` in both environments, and what ends it. */
function both() {
  const keys = new KeysAtWork();
  const ends: ((fails?: boolean) => void)[] = [];
  const works = ENVIRONMENTS.map((environment) =>
    keys.start(environment, 'order-1', { by: 'request', fingerprint: environment }, () => {
      return new Promise<string>((resolve, reject) =>
        ends.push((fails = false) => (fails ? reject(new Error(environment)) : resolve(environment))),
      );
    }),
  );
  const found = () => ENVIRONMENTS.map((environment) => keys.find(environment, 'order-1')?.fingerprint);
  return { keys, ends, works, found };
}

test('the same key in the other environment is another one, also while both are at work', async () => {
  const { ends, works, found } = both();
  assert.equal(found(), [...ENVIRONMENTS]);
  ends[0]?.();
  assert.is(await works[0], 'sandbox');
  assert.equal(found(), [undefined, 'production']);
  ends[1]?.();
  assert.is(await works[1], 'production');
  assert.equal(found(), [undefined, undefined]);
});

test('a key is free again when its work fails, and whoever waits only for its end is told of no failure', async () => {
  const { keys, ends, works, found } = both();
  const ended = keys.find('sandbox', 'order-1')?.ended;
  ends[0]?.(true);
  assert.is(await works[0]?.catch(String), 'Error: sandbox');
  assert.is(await ended, undefined);
  assert.equal(found(), [undefined, 'production']);
  ends[1]?.();
  await works[1];
});

test.run();
