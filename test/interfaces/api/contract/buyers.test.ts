// Buyers that cannot exist: issued, as the contract allows, and warned of, as the authority demands.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body, line } from '../../../sales/invoicing/bodies.js';
import type { Invoice } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
  client = await box.client();
});
test.after(() => box.stop());

const RULE = 'invoice.buyer-impossible';
const WRONG = '10:123456789';

const sell = async (change: object): Promise<Invoice> =>
  read('Invoice', 201, await client.post('/invoices', body({ ...change })));

const rulesOf = ({ warnings = [] }: Pick<Invoice, 'warnings'>): string[] => warnings.map(({ rule }) => rule);

test('a TIN with a wrong check digit, or digits that its code does not have, is issued with a warning', async () => {
  const { buyerId, warnings = [] } = await sell({ buyerId: WRONG });
  assert.is(buyerId, WRONG);
  assert.equal(warnings, [
    {
      rule: RULE,
      message: 'Купац „10:123456789” има ПИБ који не постоји: контролна цифра није тачна. Проверите га са купцем.',
      messageEn:
        'The buyer "10:123456789" has a TIN (PIB) that cannot exist: its check digit is wrong. Check it with the buyer.',
    },
  ]);
  for (const wrong of [
    '12:123456789:12345',
    '14:123456789',
    '10:12345',
    '11:123',
    '11:0101990710007',
    '15:0101990710007',
    '12:100000049',
  ]) {
    assert.equal(rulesOf(await sell({ buyerId: wrong })), [RULE], wrong);
  }
  for (const right of [
    '10:100000049',
    '12:100000049:12345',
    '11:0101990710008',
    '20:АБ'.replace('АБ', 'AB1'),
    '40:123456789',
    null,
  ]) {
    assert.equal(rulesOf(await sell({ buyerId: right })), [], String(right));
  }
});

test("the seller's own TIN is not the buyer's fault", async () => {
  const { tin } = box.parts.settings.now.company;
  assert.equal(rulesOf(await sell({ buyerId: `10:${tin}` })), []);
});

test('refunds, copies, closed advances and repeats say it, too', async () => {
  const key = { 'Idempotency-Key': 'buyer-that-cannot-be' };
  const sold = read(
    'Invoice',
    201,
    await client.call('POST', '/invoices', { json: body({ buyerId: WRONG }), headers: key }),
  );
  const again = await client.call('POST', '/invoices', { json: body({ buyerId: WRONG }), headers: key });
  assert.equal(rulesOf(read('Invoice', 200, again)), [RULE]);
  assert.equal(rulesOf(read('Invoice', 201, await client.post(`/invoices/${sold.uuid}/copy`, {}))), [RULE]);
  assert.equal(rulesOf(read('Invoice', 201, await client.post(`/invoices/${sold.uuid}/refund`, {}))), [RULE]);
  const items = [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })];
  const { uuid } = await sell({ invoiceType: 'Advance', items, buyerId: WRONG });
  for (const status of [201, 200]) {
    const json = body({ clientRequestId: 'closing-of-the-advance' });
    const closed = read('ClosedAdvance', status, await client.post(`/invoices/${uuid}/close-advance`, json));
    assert.equal(rulesOf(closed), [RULE], String(status));
  }
});

test.run();
