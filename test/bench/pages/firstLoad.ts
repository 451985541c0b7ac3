import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { Bench } from '../bench.js';
import { judged, type Row } from '../figures.js';
import { signIn } from '../../kit/web/till.js';
import { PagesShop, waitForStatus } from './shop.js';

/** KB of 1,000 bytes that a page may load of script and style before it can be used. */
const REACH = { status: 70, till: 90 } as const;
const READY: Readonly<Record<keyof typeof REACH, (page: Page) => Promise<unknown>>> = {
  status: waitForStatus,
  till: (page) => page.getByRole('button', { name: 'Слободан износ' }).waitFor(),
};

/** What a device that has never been here loads of script and style, as it comes over the wire. */
export async function firstLoadRows(bench: Bench): Promise<Row[]> {
  bench.say('first loads of status and till');
  return PagesShop.during(bench, async (shop) => [
    await firstLoadRow(shop, 'status'),
    await firstLoadRow(shop, 'till'),
  ]);
}

async function firstLoadRow(shop: PagesShop, screen: keyof typeof REACH): Promise<Row> {
  const { device, page } = await shop.phone();
  const loaded: Promise<{ readonly kind: string; readonly bytes: number }>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind !== 'script' && kind !== 'stylesheet') return;
    const sent = response.headers()['content-encoding'] === 'gzip';
    loaded.push(
      response.body().then((body) => ({ kind, bytes: sent ? gzipSync(body, { level: 9 }).length : body.length })),
    );
  });
  await page.goto(`${shop.origin}/#/${screen}`);
  await signIn(page);
  await READY[screen](page);
  const all = await Promise.all(loaded);
  await device.close();
  const bytes = (wanted: string): number =>
    all.filter(({ kind }) => kind === wanted).reduce((total, one) => total + one.bytes, 0) / 1000;
  const [script, style] = [bytes('script'), bytes('stylesheet')];
  return {
    what: `first load of ${screen}, script and style, gzip, sign-in and all`,
    reach: `≤ ${REACH[screen]} KB`,
    reached: judged(`${(script + style).toFixed(1)} KB`, script + style <= REACH[screen]),
    bare: '',
    note: `${all.length} files: ${script.toFixed(1)} KB of script, ${style.toFixed(1)} KB of style`,
  };
}
