import type { Page } from 'playwright-core';
import type { Bench } from '../bench.js';
import { judged, median, ms, quantile, type Row } from '../figures.js';
import { GOODS } from '../../kit/web/till.js';
import { PagesShop } from './shop.js';

/** How much slower than this machine the tablet is. */
const THROTTLING = 6;
const WARM_UP = 5;
const SCANS = 20;
const SCANS_PER_SECOND = 15;
const CODE = GOODS[0].gtin;

/** What a seller waits for, on a phone six times slower than this machine. */
export async function sellingRows(bench: Bench): Promise<Row[]> {
  return PagesShop.during(bench, async (shop) => {
    const page = await shop.till();
    const throttle = await page.context().newCDPSession(page);
    await throttle.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING });
    return [await receiptRow(bench, page), await scanRow(bench, page)];
  });
}

async function receiptRow(bench: Bench, page: Page): Promise<Row> {
  const sales = WARM_UP + bench.size({ full: 60, quick: 15 });
  bench.say(`${sales} sales by thumb at ${THROTTLING} × throttling`);
  const took: number[] = [];
  for (let n = 0; n < sales; n += 1) took.push(await sell(page));
  const counted = took.slice(WARM_UP);
  return {
    what: `from the tap that charges to the receipt shown, demo, ${THROTTLING} × throttling, median`,
    reach: '≤ 250 ms',
    reached: judged(ms(median(counted)), median(counted) <= 250),
    bare: '',
    note: `${counted.length} sales, p95 ${ms(quantile(counted, 0.95))}; from the time of the event to the frame that shows the receipt`,
  };
}

/** One sale of one item; ms from the tap on its exact amount until the receipt has been drawn. */
async function sell(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Кафа 150,00' }).tap();
  await page.getByRole('button', { name: 'Наплати' }).tap();
  const exact = page.getByRole('button', { name: 'Готовина, тачно 150,00' });
  await exact.waitFor();
  const taken = page.evaluate<number>(`new Promise((resolve) => {
    addEventListener('click', ({ timeStamp }) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('.done pre') === null) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      });
      observer.observe(document.body, { childList: true, subtree: true });
    }, { capture: true, once: true });
  })`);
  await exact.tap();
  const time = await taken;
  await page.getByRole('button', { name: 'Следећа продаја' }).tap();
  await page.getByRole('button', { name: 'Слободан износ' }).waitFor();
  return time;
}

async function scanRow(bench: Bench, page: Page): Promise<Row> {
  bench.say(`${SCANS} barcodes at ${SCANS_PER_SECOND} a second`);
  // The keys are made in the page: the wire to the browser cannot carry 210 of them a second evenly.
  const elapsed = await page.evaluate<number>(`new Promise((resolve) => {
    const keys = [...'${CODE}', 'Enter'];
    const began = performance.now();
    const scan = (n) => {
      for (const key of keys) {
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }
      if (n === ${SCANS}) resolve(performance.now() - began);
      else setTimeout(() => scan(n + 1), Math.max(0, began + n * ${1000 / SCANS_PER_SECOND} - performance.now()));
    };
    scan(1);
  })`);
  const bill = page.locator('.bill');
  await bill
    .getByText(`${SCANS} ком`)
    .waitFor({ state: 'attached', timeout: 5000 })
    .catch(() => undefined);
  const [, found = '0'] = /(\d+) ком/.exec((await bill.textContent()) ?? '') ?? [];
  const rate = (SCANS - 1) / (elapsed / 1000);
  return {
    what: `${SCANS} items by barcode at ${SCANS_PER_SECOND} scans a second, ${THROTTLING} × throttling`,
    reach: `${SCANS} of ${SCANS}`,
    reached: judged(`${found} of ${SCANS}`, Number(found) === SCANS),
    bare: '',
    note: `${rate.toFixed(1)} a second reached, keys made in the page`,
  };
}
