// What a new installation reports of itself, and that the public shapes have only the fields of the specification.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../../kit/box.js';
import { body, line } from '../../../sales/invoicing/bodies.js';
import { type Client, read, readError } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
  client = await box.client();
});
test.after(() => box.stop());

test('labels at first: Ђ О-ПДВ 20, Е П-ПДВ 10, Г Без ПДВ 0', async () => {
  assert.equal(read('TaxLabelList', 200, await client.get('/tax-labels')), {
    taxLabels: [
      { label: 'Ђ', name: 'О-ПДВ', rate: 20 },
      { label: 'Е', name: 'П-ПДВ', rate: 10 },
      { label: 'Г', name: 'Без ПДВ', rate: 0 },
    ],
  });
});

test('a default installation has А inactive, so it is refused', async () => {
  const { message } = readError(422, await client.post('/invoices', body({ items: [line({ label: 'А' })] })));
  assert.match(message, /^Ставка 1: .*„А”.*активне ознаке су: Ђ, Е, Г/);
});

test('an Invoice has exactly the fields of the public shape', async () => {
  const sold = read('Invoice', 201, await client.post('/invoices', body()));
  const fields = [
    ...['uuid', 'invoiceType', 'transactionType', 'cashier', 'total', 'payments', 'items', 'taxItems', 'buyerId'],
    ...['referentDocumentNumber', 'referentDocumentDT', 'pfr', 'clientRequestId', 'journal', 'createdAt'],
  ];
  assert.equal(Object.keys(sold).sort(), fields.sort());
  const pfr = [
    ...['mode', 'environment', 'fiscal', 'demo', 'requestedBy', 'signedBy', 'invoiceNumber', 'invoiceCounter'],
    ...['sdcDateTime', 'verificationUrl', 'verificationQRCode'],
  ];
  assert.equal(Object.keys(sold.pfr).sort(), pfr.sort());
});

test('items[].itemId is stored with the line, and no response shows it', async () => {
  const { uuid } = read('Invoice', 201, await client.post('/invoices', body({ items: [line({ itemId: 4711 })] })));
  const stored = await box.parts.ledger.invoice(uuid);
  assert.equal(
    stored?.draft.lines.map(({ itemId }) => itemId),
    [4711],
  );
});

test('GET /me: id integer, label, prefix (stored prefix only), active, createdAt, lastUsedAt', async () => {
  const { id, key } = await box.newKey('каса 1');
  const me = read('Me', 200, await box.anonymous.with(key).get('/me'));
  assert.equal(Object.keys(me).sort(), ['key', 'note', 'permissions', 'rateLimit', 'scope']);
  assert.equal(Object.keys(me.key).sort(), ['active', 'createdAt', 'id', 'label', 'lastUsedAt', 'prefix']);
  assert.is(me.key.id, id);
  assert.is(me.key.label, 'каса 1');
  assert.ok(key.startsWith(me.key.prefix) && me.key.prefix.length < 20);
  assert.is(me.key.active, true);
  assert.match(me.key.createdAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

test('GET /status: every field of Status with its type', async () => {
  const status = read('Status', 200, await client.get('/status'));
  assert.equal(Object.keys(status).sort(), [
    ...['app', 'company', 'documents', 'environment', 'esirNumber', 'fiscal'],
    ...['pfr', 'problems', 'ready', 'time', 'version', 'warnings'],
  ]);
  assert.is(status.app, 'kasirbox');
  assert.is(status.environment, 'sandbox');
  assert.is(status.fiscal, false);
  assert.is(status.ready, true);
  assert.equal(status.problems, []);
  assert.equal([status.pfr.ok, status.pfr.mode, status.pfr.env], [true, 'demo', 'sandbox']);
  assert.match(status.pfr.uid, /^DEMO[A-Z2-7]{4}$/);
  assert.equal(Object.keys(status.company).sort(), ['location', 'name', 'tin']);
  assert.is(status.documents.pdf, true);
});

test('esirNumber: ESIR number and version joined with a slash; company: {name, tin, location}', async () => {
  await box.set('esir', { number: '742', version: '1.3' });
  const company = { name: 'Пекара', tin: '100000049', location: '1234567-Пекара' };
  await box.set('company', { ...company, address: 'Немањина 4', district: 'Београд' });
  const status = read('Status', 200, await client.get('/status'));
  assert.is(status.esirNumber, `742/${status.version}`, 'the version is that of the program, whatever the setting has');
  assert.equal(status.company, company);
});

test.run();
