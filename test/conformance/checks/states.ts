import { check } from '../kit/check.js';
import { read, refused, same, status, that } from '../kit/expect.js';
import { invoice } from '../kit/shapes.js';

/** "States and transitions": idempotency keys and refusals of the PFR; items and keys stand in their own files. */
export const stateChecks = [
  check(['state.invoice.signed', 'post.201'], async ({ client, till }) => {
    const answer = await client.post('/invoices', till.sale());
    read(answer, 201, invoice);
    same(answer.headers['idempotency-replayed'], undefined, 'Idempotency-Replayed of a first answer');
  }),
  check(
    [
      ...(['state.invoice.refused', 'state.invoice.released', 'state.idempotency.free', 'post.pfr_error'] as const),
      ...(['post.rule.7', 'service.signed', 'enum.error.pfr_error', 'errors.409.pfr'] as const),
      ...(['errors.409.pfr.repeat', 'versioning.4.409'] as const),
    ],
    async (tools) => {
      const { client, till } = tools;
      const before = await till.newest();
      const request = till.sale({ clientRequestId: till.id() });
      await tools.whileUnreachable(async () => {
        refused(await client.post('/invoices', request), 409, 'pfr_error');
        same(await till.newest(), before, 'the newest invoice');
      });
      same((await till.issue(request)).clientRequestId, request['clientRequestId'], 'clientRequestId of the repeat');
    },
  ),
  check(
    [
      ...(['state.idempotency.reserved', 'post.header', 'post.clientRequestId', 'limits.key'] as const),
      'versioning.3.1.3.idempotency',
    ],
    async ({ client, till }) => {
      for (const key of [till.id(), `kit.a_b:c-${till.id()}`, till.id().padEnd(64, 'Z'), till.id().slice(-8)]) {
        const issued = await till.issue(till.sale({ clientRequestId: key }));
        same(issued.clientRequestId, key, 'clientRequestId');
        const repeat = await client.post('/invoices', till.sale(), { headers: { 'Idempotency-Key': key } });
        status(repeat, 200, 201);
        same(invoice(repeat.json(), 'the answer').uuid, issued.uuid, 'the invoice of the repeat');
      }
    },
  ),
  check('idempotency.repeat', async ({ client, till }) => {
    const request = till.sale({ clientRequestId: till.id() });
    const issued = await till.issue(request);
    const repeat = await client.post('/invoices', request);
    same(read(repeat, 200, invoice), issued, 'the answer to the repeat');
    same(repeat.headers['idempotency-replayed'], 'true', 'Idempotency-Replayed');
  }),
  check('idempotency.content', async ({ till }) => {
    const clientRequestId = till.id();
    await till.issue(till.sale({ clientRequestId }));
    await till.refuses([till.sale({ clientRequestId, cashier: 'Друга' })]);
  }),
  check('idempotency.both', async ({ client, till }) => {
    const headers = { 'Idempotency-Key': till.id() };
    refused(await client.post('/invoices', till.sale({ clientRequestId: till.id() }), { headers }), 422, 'validation');
    await till.issue(till.sale({ clientRequestId: headers['Idempotency-Key'] }), headers);
  }),
  check('idempotency.twins', async ({ client, till }) => {
    const request = till.sale({ clientRequestId: till.id() });
    const answers = await Promise.all([1, 2, 3].map(() => client.post('/invoices', request)));
    same(answers.map((answer) => answer.status).sort(), [200, 200, 201], 'the statuses of three requests at once');
    same(new Set(answers.map((answer) => invoice(answer.json(), 'the answer').uuid)).size, 1, 'invoices issued');
  }),
  check('idempotency.follow-up', async ({ client, till }) => {
    const sale = await till.issueKind('Normal');
    const advance = await till.issueKind('Advance');
    for (const [path, body] of [
      [`/invoices/${sale.uuid}/refund`, {}],
      [`/invoices/${sale.uuid}/copy`, undefined],
      [`/invoices/${advance.uuid}/close-advance`, till.sale()],
    ] as const) {
      const headers = { 'Idempotency-Key': till.id() };
      const first = await client.post(path, body, { headers });
      status(first, 201);
      const second = await client.post(path, body, { headers });
      status(second, 200);
      same(second.headers['idempotency-replayed'], 'true', 'Idempotency-Replayed');
      same(second.json(), first.json(), `the answer to the repeat of ${path}`);
    }
  }),
  check(['errors.case.key', 'post.422'], async ({ client, till }) => {
    for (const key of ['1234567', 'x'.repeat(65), 'with blank', 'comma,comma', 'slash/slash', '']) {
      await till.refuses([till.sale({ clientRequestId: key })]);
      const message = refused(
        await client.post('/invoices', till.sale(), { headers: { 'Idempotency-Key': key } }),
        422,
        'validation',
      );
      that(message.includes('Idempotency-Key') || message.includes('clientRequestId'), `names the key: ${message}`);
    }
  }),
];
