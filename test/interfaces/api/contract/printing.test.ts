// What the box adds to API v1 about printing: the field `print`, print jobs and printers.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body, line } from '../../../sales/invoicing/bodies.js';
import type { Invoice, PrintJob } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, readError, type Reply } from '../../../kit/client.js';
import { FakePrinting, KASA } from '../../../kit/printing.js';
import { serveWithoutSocket } from '../../../kit/serve.js';

const NOBODY = '01934d6e-7a10-7000-8000-000000000001';
const BAR = { ...KASA, name: 'bar', address: 'lp:///dev/usb/lp0', state: 'blocked', reason: 'paper' } as const;

let printing: FakePrinting;
let box: TestBox;
let client: Client;

test.before.each(async () => {
  printing = new FakePrinting(KASA, BAR);
  box = await TestBox.start({ serve: serveWithoutSocket, printing });
  client = await box.client();
});
test.after.each(() => box.stop());

async function issue(change: Record<string, unknown> = {}): Promise<Invoice> {
  return read('Invoice', 201, await client.post('/invoices', body(change)));
}

const advance = (): Promise<Invoice> =>
  issue({ invoiceType: 'Advance', items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })] });

async function count(): Promise<number> {
  return read('InvoiceList', 200, await client.get('/invoices')).invoices.length;
}

/** Functions that issue a new receipt, one for each route that takes `print`. */
async function makers(): Promise<((print: unknown) => Promise<Reply>)[]> {
  const sale = await issue({ buyerId: '10:123456789' });
  const paid = await advance();
  printing.options.length = 0;
  return [
    (print) => client.post('/invoices', body({ print })),
    (print) => client.post(`/invoices/${sale.uuid}/refund`, { print }),
    (print) => client.post(`/invoices/${sale.uuid}/copy`, { print }),
    (print) => client.post(`/invoices/${paid.uuid}/close-advance`, body({ print })),
  ];
}

test('print is a printer by its name, true, false or null in POST /invoices, refund, copy and close-advance', async () => {
  for (const print of ['bar', true, false, null]) {
    for (const make of await makers()) {
      const reply = await make(print);
      assert.is(reply.status, 201, reply.text);
      assert.not.match(reply.text, /"print"|"job"/, 'the answer is that of v1');
    }
    assert.equal(printing.options, Array(4).fill(print));
  }
});

test('a printer of no such name: 422 validation in Serbian with the names that there are, and nothing is issued', async () => {
  const all = await makers();
  const before = await count();
  for (const make of all) {
    const { code, message } = readError(422, await make('kuhinja'));
    assert.is(code, 'validation');
    assert.is(message, 'Поље „print” наводи штампач који није подешен; подешени су: kasa, bar.');
  }
  assert.is(await count(), before);
});

test('printing is asked for and no printer is set: 422 configuration, and nothing is issued', async () => {
  const all = await makers();
  const before = await count();
  printing.known = [];
  for (const make of all) {
    const { code, message } = readError(422, await make(true));
    assert.is(code, 'configuration');
    assert.match(message, /No printer is set.*kasirbox settings set printers/);
  }
  assert.is(await count(), before);
  for (const print of [false, null]) {
    for (const make of await makers())
      assert.is((await make(print)).status, 201, 'without printing no printer is needed');
  }
});

test('print of another type: 422 validation that names the field, in Serbian as of all fields', async () => {
  const all = await makers();
  for (const make of all) {
    for (const print of [1, {}, ['kasa'], 'x'.repeat(31)]) {
      const { code, message } = readError(422, await make(print));
      assert.is(code, 'validation');
      assert.match(message, /оље „print” (мора бити текст или true или false|може имати највише 30 знакова)/);
    }
  }
  assert.equal(printing.options, []);
});

test('a repeat with another `print` is the same request, and is answered whatever printers there are', async () => {
  const sale = await issue({ buyerId: '10:123456789' });
  const paid = await advance();
  const paths = {
    '/invoices': body(),
    [`/invoices/${sale.uuid}/refund`]: {},
    [`/invoices/${sale.uuid}/copy`]: {},
    [`/invoices/${paid.uuid}/close-advance`]: body(),
  };
  for (const [index, [path, json]] of Object.entries(paths).entries()) {
    const key = { 'Idempotency-Key': `paper-of-${index}` };
    const first = await client.post(path, { ...json, print: 'kasa' }, key);
    assert.is(first.status, 201, first.text);
    for (const print of ['bar', true, false, undefined, 'kuhinja']) {
      const again = await client.post(path, { ...json, print }, key);
      assert.is(again.status, 200, again.text);
      assert.is(again.text, first.text);
    }
    const { known } = printing;
    printing.known = [];
    assert.is((await client.post(path, { ...json, print: 'kasa' }, key)).text, first.text);
    printing.known = known;
  }
  assert.equal(printing.all, [], 'and nothing is printed by a repeat');
});

test('copy takes no body, an empty one and an empty object alike; a body that is no JSON object is 400', async () => {
  const { uuid } = await issue();
  const path = `/invoices/${uuid}/copy`;
  for (const call of [{}, { raw: '' }, { json: {} }, { json: { print: null, later: [1] } }]) {
    const copy = read('Invoice', 201, await client.call('POST', path, call));
    assert.is(copy.invoiceType, 'Copy');
    assert.is(copy.clientRequestId, null);
  }
  for (const raw of ['{', 'null', '[]', '"kasa"', 'print=kasa']) {
    assert.is(readError(400, await client.call('POST', path, { raw })).code, 'bad_request', raw);
  }
  assert.equal(printing.options.slice(1), Array(4).fill(null));
});

test('nextStep of a job is for a cashier: it names no command', async () => {
  const { uuid } = await issue();
  printing.add({ uuid, state: 'unknown', reason: 'lost' });
  printing.add({ uuid, state: 'cancelled', reason: 'removed' });
  const { jobs } = read('PrintJobList', 200, await client.get(`/invoices/${uuid}/print-jobs`));
  assert.equal(
    jobs.map(({ nextStep }) => nextStep),
    ['Погледајте да ли је рачун одштампан; ако није, одштампајте га поново.', 'Одштампајте га на другом штампачу.'],
  );
});

test('POST /invoices/{uuid}/print answers 202 with the job; without a printer it is that of new receipts', async () => {
  const { uuid } = await issue();
  const print = (json?: unknown): Promise<Reply> => client.call('POST', `/invoices/${uuid}/print`, { json });
  const { job } = read('PrintJobAnswer', 202, await print());
  assert.equal(job, {
    ...{ id: 1, uuid, printer: 'kasa', state: 'queued', reason: null, message: null, nextStep: null, repeat: false },
    ...{ createdAt: '2026-11-21 10:00:00', updatedAt: '2026-11-21 10:00:00' },
  } satisfies PrintJob);
  assert.is(read('PrintJobAnswer', 202, await print({})).job.printer, 'kasa');
  assert.is(read('PrintJobAnswer', 202, await print({ printer: null })).job.printer, 'kasa');
  const other = read('PrintJobAnswer', 202, await print({ printer: 'BAR' })).job;
  assert.equal([other.id, other.printer, other.repeat], [4, 'bar', true]);
});

test('POST /invoices/{uuid}/print refuses an unknown receipt, an unknown printer, a bad body, and no printer at all', async () => {
  const { uuid } = await issue();
  const print = (json: unknown, of = uuid): Promise<Reply> => client.post(`/invoices/${of}/print`, json);
  assert.is(readError(404, await print({}, NOBODY)).message, 'Invoice not found');
  const unknown = readError(422, await print({ printer: 'kuhinja' }));
  assert.equal([unknown.rule, unknown.field], ['print.unknown-printer', '/printer']);
  assert.is(unknown.message, 'printer: there is no printer of this name. Printers: kasa, bar');
  for (const printer of [1, true, {}, 'x'.repeat(31)]) {
    assert.match(readError(422, await print({ printer })).message, /^printer must be the name of a printer/);
  }
  assert.is(readError(400, await client.call('POST', `/invoices/${uuid}/print`, { raw: '[' })).code, 'bad_request');
  printing.known = [];
  assert.is(readError(422, await print({})).code, 'configuration');
  assert.equal(printing.all, []);
});

test('a fiscal receipt whose paper is proven: 422 validation with the rule, and where to get a copy, in both languages', async () => {
  const { uuid } = await issue();
  const list = async (): Promise<unknown> =>
    read('PrintJobList', 200, await client.get(`/invoices/${uuid}/print-jobs`)).needsCopy;
  assert.is(await list(), false);
  printing.proven.add(uuid);
  assert.is(await list(), true);
  const refused = readError(422, await client.post(`/invoices/${uuid}/print`, {}));
  assert.equal([refused.code, refused.rule, refused.field], ['validation', 'print.proven', undefined]);
  assert.match(refused.message, /^Рачун је већ одштампан, .* Издајте копију \(POST \/invoices\/\{uuid\}\/copy\)\.$/);
  assert.match(
    refused.messageEn,
    /^The receipt is printed already, .* Issue a copy \(POST \/invoices\/\{uuid\}\/copy\)\.$/,
  );
  assert.equal(printing.all, []);
});

test('a job that cannot be recorded is a server error with its ref, and there is no job', async () => {
  const { uuid } = await issue();
  printing.isFull = true;
  const { code, message, ref } = readError(500, await client.post(`/invoices/${uuid}/print`, {}));
  assert.is(code, 'server_error');
  assert.match(message, /disk of the box is full/);
  assert.type(ref, 'string');
  assert.equal(read('PrintJobList', 200, await client.get(`/invoices/${uuid}/print-jobs`)).jobs, []);
});

test('GET /print-jobs/{id} shows a job with every state and reason; an unknown number is 404', async () => {
  const { uuid } = await issue();
  const ends = [
    ['queued', null],
    ['sending', null],
    ['blocked', 'paper'],
    ['blocked', 'absent'],
    ['printed', null],
    ['unconfirmed', null],
    ['unknown', 'restart'],
    ['cancelled', 'operator'],
  ] as const;
  for (const [state, reason] of ends) {
    const { id } = printing.add({ uuid, state, reason });
    const { job } = read('PrintJobAnswer', 200, await client.get(`/print-jobs/${id}`));
    assert.equal([job.id, job.state, job.reason], [id, state, reason]);
  }
  assert.is(readError(404, await client.get('/print-jobs/99')).message, 'Print job not found');
  for (const id of ['0', '-1', '1.5', 'x', '01', '9'.repeat(16)]) {
    assert.is(readError(404, await client.get(`/print-jobs/${id}`)).message, 'Path not found', id);
  }
});

test('GET /invoices/{uuid}/print-jobs lists the jobs of that receipt alone, oldest first; 404 for an unknown one', async () => {
  const [one, other] = [await issue(), await issue()];
  for (const { uuid } of [one, other, one]) printing.add({ uuid });
  const { jobs } = read('PrintJobList', 200, await client.get(`/invoices/${one.uuid}/print-jobs`));
  assert.equal(
    jobs.map(({ id, uuid }) => [id, uuid]),
    [
      [1, one.uuid],
      [3, one.uuid],
    ],
  );
  assert.is(readError(404, await client.get(`/invoices/${NOBODY}/print-jobs`)).message, 'Invoice not found');
});

test('GET /printers lists name, address, state, reason and proof, and nothing more', async () => {
  assert.equal(read('PrinterList', 200, await client.get('/printers')).printers, [
    { name: 'kasa', address: 'tcp://192.168.1.50:9100', state: 'idle', reason: null, proof: 'process-id' },
    { name: 'bar', address: 'lp:///dev/usb/lp0', state: 'blocked', reason: 'paper', proof: 'process-id' },
  ]);
  printing.known = [{ ...KASA, state: 'offline', reason: 'driver', proof: null }];
  assert.equal(read('PrinterList', 200, await client.get('/printers')).printers[0]?.reason, 'driver');
});

test('all of it needs a key, and a printer that is down does not make the box unready', async () => {
  const { anonymous } = box;
  for (const path of ['/printers', '/print-jobs/1', `/invoices/${NOBODY}/print-jobs`]) {
    assert.is(readError(401, await anonymous.get(path)).code, 'unauthorized');
  }
  assert.is(readError(401, await anonymous.post(`/invoices/${NOBODY}/print`, {})).code, 'unauthorized');
  printing.known = [{ ...KASA, state: 'offline', reason: 'absent' }];
  printing.add({ uuid: NOBODY, state: 'unknown', reason: 'lost' });
  const status = read('Status', 200, await client.get('/status'));
  assert.equal([status.ready, status.problems], [true, []]);
});

test.run();
