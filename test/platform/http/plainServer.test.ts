import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PlainServer } from '../../../src/platform/http/plainServer.js';

test('a handler that throws is reported and answered with 500, and the next request is served', async () => {
  const failures: unknown[] = [];
  const bug = new Error('a bug');
  const server = new PlainServer(
    ({ path }) => {
      if (path === '/bug') throw bug;
      return { status: 200, headers: {}, body: 'served' };
    },
    { onFailure: (error) => failures.push(error) },
  );
  const port = await server.listen({ host: '127.0.0.1', port: 0 });
  const statusOf = async (path: string): Promise<[number, string]> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, await response.text()];
  };
  assert.equal(await statusOf('/bug'), [500, '']);
  assert.equal(await statusOf('/'), [200, 'served']);
  assert.equal(failures, [bug]);
  await server.stop();
});

test.run();
