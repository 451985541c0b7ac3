import { check } from '../../kit/check.js';
import { read, refused, same } from '../../kit/expect.js';
import { invoice } from '../../kit/shapes.js';
import { integer, list, number, object, oneOf, orNull, text } from '../../kit/shape.js';

const entry = object({
  clientRequestId: text,
  number: orNull(integer),
  state: oneOf('queued', 'issuing', 'issued', 'refused', 'removed'),
  position: orNull(integer),
  uuid: orNull(text),
  reason: orNull(text),
  total: number,
});

/** Requests that wait for the PFR, which v1 does not know. */
export const queueChecks = [
  check('added.queue.field', async ({ till, client }) => {
    await till.refusal(till.sale({ whenOffline: 'queue' }));
    const keyed = till.sale({ whenOffline: 'queue', clientRequestId: till.id() });
    read(await client.post('/invoices', keyed), 201, invoice);
  }),
  check('added.queue.list', async ({ client }) => {
    read(await client.get('/queue'), 200, object({ queue: list(entry) }));
  }),
  check('added.queue.entry', async ({ till, client }) => {
    const clientRequestId = till.id();
    const { uuid, total } = await till.issue(till.sale({ clientRequestId }));
    const found = read(await client.get(`/queue/${clientRequestId}`), 200, entry);
    same([found.state, found.uuid, found.total], ['issued', uuid, total], 'state, uuid, total');
    refused(await client.get(`/queue/${till.id()}`), 404, 'not_found');
  }),
];
