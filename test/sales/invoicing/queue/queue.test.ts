import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ok } from '../../../../src/base/result.js';
import { printWaitingSlip } from '../../../../src/sales/invoicing/queue/queue.js';
import type { PrintOption } from '../../../../src/paper/printing/port.js';
import type { PrinterSetting } from '../../../../src/shop/settings/printers.js';
import { defaultSettings } from '../../../../src/shop/settings/registry.js';
import { printer } from '../../../paper/printing/escpos/paper.js';
import { accepted, body, drafted, line, TAX_LABELS } from '../bodies.js';

const KASA = printer({ name: 'kasa' });
const BAR = printer({ name: 'bar', autoPrint: ['Normal'] });

/** On which printers a slip was handed over. */
function slipsOf(
  printers: readonly PrinterSetting[],
  print: PrintOption,
  { printSlip = true, invoiceType = 'Normal' } = {},
): (string | undefined)[] {
  const printed: (string | undefined)[] = [];
  const offlineQueue = { enabled: true, maxCount: 1, maxAgeHours: 1, printSlip, printReceipts: true };
  const asked = body({ invoiceType, print, items: [line()], clientRequestId: 'prodaja-1' });
  const request = accepted(asked);
  printWaitingSlip(
    {
      settings: { now: { ...defaultSettings(), printers, offlineQueue } },
      receiptPrinting: {
        printInfo: (_slip, name) => {
          printed.push(name);
          return ok(undefined);
        },
      },
    },
    {
      ...{ environment: 'sandbox', clientRequestId: 'prodaja-1', number: 1, total: 30000, queuedAt: 0 },
      ...{ fingerprint: '', request, state: 'queued', reason: null },
    },
    request,
    { draft: drafted(asked), taxLabels: TAX_LABELS },
  );
  return printed;
}

test('one slip comes out where the receipt would be printed first', () => {
  assert.equal(slipsOf([KASA, BAR], null), ['bar'], 'that of new receipts');
  assert.equal(slipsOf([KASA, BAR], true), ['bar']);
  assert.equal(slipsOf([KASA, BAR], 'KASA'), ['kasa']);
  assert.equal(slipsOf([KASA], true), ['kasa'], 'the first when none prints by itself');
  assert.equal(slipsOf([BAR, { ...BAR, name: 'magacin' }], null), ['bar'], 'and no second one');
});

test('no slip comes out where no receipt would, nor when the setting says so', () => {
  assert.equal(slipsOf([KASA], null), []);
  assert.equal(slipsOf([KASA, BAR], false), []);
  assert.equal(slipsOf([KASA, BAR], null, { invoiceType: 'ProForma' }), [], 'of other types');
  assert.equal(slipsOf([], true), []);
  assert.equal(slipsOf([BAR], true, { printSlip: false }), []);
});

test.run();
