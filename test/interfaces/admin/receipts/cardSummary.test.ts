import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CardSummary } from '../../../../src/interfaces/admin/index.js';
import { ALL_PERMISSIONS } from '../../../../src/interfaces/admin/operation.js';
import { performUnchecked } from '../../../../src/interfaces/admin/perform.js';
import { adminDepsOf } from '../../../../src/programs/box/admin.js';
import { TestBox } from '../../../kit/box.js';
import { read } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';
import { body, line } from '../../../sales/invoicing/bodies.js';

test('the cards of a buyer in a month are added up, with the last sale and what was returned before', () =>
  TestBox.during(
    async (box) => {
      const client = await box.client();
      const ask = (question: object) =>
        performUnchecked(adminDepsOf(box.parts), ALL_PERMISSIONS, 'receipts.cards', question);
      const sell = async (card: string, quantity: number) => {
        const buyer = { buyerId: '10:100000049', buyerCostCenterId: `50:${card}` };
        const payments = [{ paymentType: 'Voucher', amount: 150 * quantity }];
        const sent = body({ ...buyer, payments, items: [line({ quantity })] });
        return read('Invoice', 201, await client.post('/invoices', sent));
      };
      const first = await sell('1', 2);
      const last = await sell('2', 3);
      const refund = read('Invoice', 201, await client.post(`/invoices/${first.uuid}/refund`, {}));
      const [day] = first.pfr.sdcDateTime.split(' ');
      const reply = await ask({ buyer: '10:100000049', from: day, to: day });
      assert.ok(reply.ok);
      const { refunds, ...summary } = reply.value as CardSummary;
      const [year, month, date] = (day ?? '').split('-');
      assert.equal(summary, {
        sales: 2,
        optionalField: `60:${date}${month}${year}_${date}${month}${year}`,
        last: { number: last.pfr.invoiceNumber, time: last.pfr.sdcDateTime },
        lines: [
          { name: 'Кафа', unit: 'ком', label: 'Ђ', gtin: null, quantity: 3000, unitPrice: 150_00, total: 450_00 },
        ],
        total: 450_00,
      });
      assert.equal(
        refunds.map(({ uuid }) => uuid),
        [refund.uuid],
      );
      const none = await ask({ buyer: '10:100000057', from: day, to: day });
      assert.ok(none.ok);
      assert.equal([(none.value as CardSummary).last, (none.value as CardSummary).total], [null, 0]);
      const codeOf = async (question: object): Promise<string> => {
        const refused = await ask(question);
        return refused.ok ? 'ok' : refused.error.code;
      };
      const months = { buyer: '10:100000049', from: '2026-03-01', to: '2026-04-01' };
      assert.is(await codeOf(months), 'cards.notInMonth');
      assert.is(await codeOf({ ...months, from: '1.3.2026' }), 'period.badDay');
    },
    { serve: serveWithoutSocket },
  ));

test.run();
