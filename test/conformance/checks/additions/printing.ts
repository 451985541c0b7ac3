import { check } from '../../kit/check.js';
import { read, refused, same, status, that } from '../../kit/expect.js';
import { invoice } from '../../kit/shapes.js';
import { integer, list, object, oneOf, text } from '../../kit/shape.js';

const NOBODY = '00000000-0000-7000-8000-000000000000';

const job = object({
  id: integer,
  uuid: text,
  printer: text,
  state: oneOf('queued', 'sending', 'printed', 'blocked', 'unknown', 'unconfirmed', 'cancelled'),
});
const printers = object({
  printers: list(object({ name: text, state: oneOf('idle', 'printing', 'blocked', 'offline') })),
});

/** Printers and print jobs, which v1 does not know. */
export const printingChecks = [
  check('added.print.field', async ({ till }) => {
    const plain = await till.issue();
    const unprinted = read(await till.client.post('/invoices', till.sale({ print: false })), 201, invoice);
    same(Object.keys(unprinted).sort(), Object.keys(plain).sort(), 'the members of the answer');
    status(await till.client.post('/invoices', till.sale({ print: `printer ${till.run}` })), 422);
  }),
  check('added.print.printers', async ({ client }) => {
    read(await client.get('/printers'), 200, printers);
  }),
  check('added.print.jobs', async ({ till, client }) => {
    const { uuid } = await till.issue();
    read(await client.get(`/invoices/${uuid}/print-jobs`), 200, object({ jobs: list(job) }));
    refused(await client.get(`/invoices/${NOBODY}/print-jobs`), 404, 'not_found');
  }),
  check('added.print.job', async ({ client }) => {
    refused(await client.get('/print-jobs/999999999999999'), 404, 'not_found');
  }),
  check('added.print.again', async ({ till, client }) => {
    const { uuid } = read(await client.post('/invoices', till.sale({ print: false })), 201, invoice);
    const asked = await client.post(`/invoices/${uuid}/print`, {});
    status(asked, 202, 422);
    if (asked.status === 202) {
      const made = read(asked, 202, object({ job })).job;
      that(made.uuid === uuid, 'the job is of this invoice');
      same(read(await client.get(`/print-jobs/${made.id}`), 200, object({ job })).job.id, made.id, 'the same job');
    } else refused(asked, 422, 'configuration');
    const unknown = await client.post(`/invoices/${uuid}/print`, { printer: `printer ${till.run}` });
    status(unknown, 422);
  }),
];
