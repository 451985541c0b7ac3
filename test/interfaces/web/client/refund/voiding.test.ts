import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ownBuyerId, voidRequest } from '../../../../../src/interfaces/web/client/refund/voiding.js';

test('a wrong refund is voided by all of its lines, its reference, and the PIB of the seller as buyer', () => {
  const line = { name: 'Кафа', unit: 'ком', label: 'Ђ', moreLabels: ['Е'], gtin: null, quantity: 2, unitPrice: 150 };
  const refund = {
    ...({ uuid: 'u1', invoiceType: 'Normal', total: 300, buyerId: '20:008123456' } as const),
    payments: [{ paymentType: 'Cash', amount: 300 }] as const,
    items: [{ ...line, totalAmount: 300 }],
    pfr: { invoiceNumber: 'AAAAAAAA-AAAAAAAA-8', sdcDateTime: '2026-11-23 10:00:00' },
  };
  assert.equal(voidRequest(refund, ownBuyerId('123456789') ?? ''), {
    path: '/invoices',
    body: {
      ...{ invoiceType: 'Normal', transactionType: 'Refund', buyerId: '10:123456789', items: [line] },
      payments: [{ paymentType: 'Cash', amount: 300 }],
      referentDocumentNumber: 'AAAAAAAA-AAAAAAAA-8',
      referentDocumentDT: '2026-11-23 10:00:00',
    },
  });
  assert.is(ownBuyerId(''), undefined);
});

test.run();
