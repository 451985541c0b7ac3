import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { InvoiceType } from '../../../src/contract/fiscal.js';
import { bannerRow, closingRow, counterLetters, titleRow } from '../../../src/paper/journal/receiptTexts.js';

const KINDS: readonly [InvoiceType, string, string, string, string][] = [
  ['Normal', 'ПП', '-------------ПРОМЕТ ПРОДАЈА-------------', 'ПР', '-----------ПРОМЕТ РЕФУНДАЦИЈА-----------'],
  ['Advance', 'АП', '-------------АВАНС ПРОДАЈА--------------', 'АР', '-----------АВАНС РЕФУНДАЦИЈА------------'],
  ['Copy', 'КП', '-------------КОПИЈА ПРОДАЈА-------------', 'КР', '-----------КОПИЈА РЕФУНДАЦИЈА-----------'],
  ['Training', 'ОП', '-------------ОБУКА ПРОДАЈА--------------', 'ОР', '-----------ОБУКА РЕФУНДАЦИЈА------------'],
  ['ProForma', 'РП', '-----------ПРЕДРАЧУН ПРОДАЈА------------', 'РР', '---------ПРЕДРАЧУН РЕФУНДАЦИЈА----------'],
];

test('each of the ten kinds has its letters and its banner', () => {
  for (const [type, saleLetters, saleBanner, refundLetters, refundBanner] of KINDS) {
    assert.is(counterLetters(type, 'Sale'), saleLetters);
    assert.is(bannerRow(type, 'Sale'), saleBanner);
    assert.is(counterLetters(type, 'Refund'), refundLetters);
    assert.is(bannerRow(type, 'Refund'), refundBanner);
  }
});

test('only Normal and Advance are framed as fiscal receipts', () => {
  for (const type of ['Normal', 'Advance'] as const) {
    assert.is(titleRow(type), '============ ФИСКАЛНИ РАЧУН ============');
    assert.is(closingRow(type), '======== КРАЈ ФИСКАЛНОГ РАЧУНА =========');
  }
  for (const type of ['Copy', 'Training', 'ProForma'] as const) {
    assert.is(titleRow(type), '======== ОВО НИЈЕ ФИСКАЛНИ РАЧУН =======');
    assert.is(closingRow(type), '======== ОВО НИЈЕ ФИСКАЛНИ РАЧУН =======');
  }
});

test.run();
