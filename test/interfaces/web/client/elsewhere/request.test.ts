import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  elsewhereRequest,
  referentOf,
  referentTimeOf,
} from '../../../../../src/interfaces/web/client/elsewhere/request.js';

const NOW = '2026-11-23 10:05';

test('the time of a receipt is taken with and without seconds, as a day alone, and not from the future', () => {
  assert.equal(referentTimeOf('2026-11-20T09:00', NOW), { time: '2026-11-20 09:00:00' });
  assert.equal(referentTimeOf('2026-11-20T09:00:05', NOW), { time: '2026-11-20 09:00:05' });
  assert.equal(referentTimeOf('2022-03-25', NOW), { time: '2022-03-25 00:00:00' });
  assert.equal(referentTimeOf('2026-11-23T10:05:59', NOW), { time: '2026-11-23 10:05:59' });
  assert.equal(referentTimeOf('2026-11-23T10:06', NOW), { fault: 'later' });
  for (const typed of ['', '25.03.2022.', '2022-03'])
    assert.equal(referentTimeOf(typed, NOW), { fault: 'missing' }, typed);
});

test('each origin has its own number', () => {
  const number = { pfr: 'ABCD2345-ABCD2345-7', plain: '121', module: 'AB123456' };
  assert.equal(
    (['device', 'books', 'register'] as const).map((origin) => referentOf(origin, number)),
    ['ABCD2345-ABCD2345-7', 'XXXXXXXX-XXXXXXXX-121', 'XXXXXXXX-AB123456-121'],
  );
});

test('a refund is a Normal Refund, a copy repeats its kind, and money is in RSD', () => {
  const rest = { number: 'XXXXXXXX-XXXXXXXX-121', time: '2022-03-25 00:00:00', items: [{}], total: 60_50 };
  const asked = { ...rest, paymentType: 'Card', buyerId: '20:008123456' } as const;
  assert.equal(elsewhereRequest({ ...asked, issued: 'refund' }), {
    path: '/invoices',
    body: {
      ...{ invoiceType: 'Normal', transactionType: 'Refund', items: [{}], buyerId: '20:008123456' },
      ...{ referentDocumentNumber: 'XXXXXXXX-XXXXXXXX-121', referentDocumentDT: '2022-03-25 00:00:00' },
      payments: [{ paymentType: 'Card', amount: 60.5 }],
    },
  });
  const kindOf = (issued: 'copySale' | 'copyRefund'): object => {
    const { invoiceType, transactionType } = elsewhereRequest({ ...asked, issued }).body as Record<string, unknown>;
    return [invoiceType, transactionType];
  };
  assert.equal(
    [kindOf('copySale'), kindOf('copyRefund')],
    [
      ['Copy', 'Sale'],
      ['Copy', 'Refund'],
    ],
  );
});

test.run();
