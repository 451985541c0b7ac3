import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { told } from '../servers.js';
import { identities, meeting } from '../tlsServers.js';
import { keyOf } from './keys.js';

test('a key that is elsewhere signs once, and the sessions of later connections are resumed', async () => {
  const { client, trusting, asking } = await identities;
  const key = keyOf(client);
  const { ends, seen } = await meeting(
    { ...asking, ALPNProtocols: ['http/1.1'] },
    { ...trusting, client: key },
    { times: 10 },
  );
  assert.equal(
    ends.map(told),
    ends.map(() => '200 0100'),
  );
  assert.is(key.asked.length, 1);
  const first = { protocol: 'TLSv1.2', alpn: 'http/1.1', known: true, resumed: false };
  assert.equal(seen.agreed, [first, ...Array.from({ length: 9 }, () => ({ ...first, resumed: true }))]);
});

test.run();
