import { check } from '../../kit/check.js';
import { read, same, status } from '../../kit/expect.js';
import { flag, list, object, oneOf, text } from '../../kit/shape.js';

/** What programs ask that watch over an installation. */
export const monitoringChecks = [
  check('added.status.warnings', async ({ client }) => {
    read(await client.get('/status'), 200, object({ warnings: list(text) }));
  }),
  check('added.open.healthz', async ({ client }) => {
    read(await client.fetch('GET', '/healthz'), 200, object({ status: oneOf('ok') }));
  }),
  check('added.open.readyz', async ({ client }) => {
    const answer = await client.fetch('GET', '/readyz');
    status(answer, 200, 503);
    const { ready } = read(answer, answer.status, object({ ready: flag, failing: list(text) }));
    same(ready, answer.status === 200, 'ready');
  }),
];
