// "GET /invoices/{uuid}/document" of the specification of API v1.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../../invoicing/bodies.js';
import type { Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, type Received, read, readError } from '../../kit/client.js';

let box: TestBox;
let client: Client;
let invoice: Invoice;

test.before(async () => {
  box = await TestBox.start();
  client = await box.client();
  invoice = read('Invoice', 201, await client.post('/invoices', body({ cashier: 'Милица' })));
});
test.after(() => box.stop());

async function document(query = '', of = invoice): Promise<Received> {
  const reply = await client.get(`/invoices/${of.uuid}/document${query}`);
  assert.is(reply.status, 200, reply.text);
  return reply;
}

test('response 200: text/html; charset=utf-8 or application/pdf, not JSON', async () => {
  for (const query of ['', '?format=html', '?paper=a5&format=html']) {
    assert.is((await document(query)).headers['content-type'], 'text/html; charset=utf-8');
  }
  const { headers, bytes } = await document('?format=pdf');
  assert.is(headers['content-type'], 'application/pdf');
  assert.match(bytes.toString('latin1'), /^%PDF-1\.\d[^]*%%EOF\n?$/);
});

test('422 validation when paper, format, base or print is not acceptable; the message says what is', async () => {
  for (const [query, message] of [
    ['paper=A4', /^paper must be one of a4, a5, a4slip$/],
    ['paper=', /^paper must/],
    ['paper=a4&format=docx', /^format must be one of html, pdf$/],
    ['base=javascript:alert(1)', /^base must be an origin, such as https:\/\/kasa\.local:8443/],
    ['base=https://kasa.local/path', /^base must/],
    ['base=', /^base must/],
    ['base=https://kasa.local%27%3B&format=pdf', /^base must/],
    ['print=yes', /^print must be 1 or 0$/],
  ] as const) {
    const { code, message: said } = readError(422, await client.get(`/invoices/${invoice.uuid}/document?${query}`));
    assert.is(code, 'validation', query);
    assert.match(said, message);
  }
});

test('404 for an invoice that is not there', async () => {
  const uuid = '00000000-0000-7000-8000-000000000000';
  for (const format of ['html', 'pdf']) {
    const reply = await client.get(`/invoices/${uuid}/document?format=${format}`);
    assert.is(readError(404, reply).code, 'not_found');
  }
  assert.is((await box.stranger.get(`/invoices/${invoice.uuid}/document`)).status, 401);
});

test.run();
